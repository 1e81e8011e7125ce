import { complaintNeeds } from '../../../domain/office/complaints.ts'
import { reviewDueAt } from '../../../domain/office/identity-reviews.ts'
import { hasPermission, type Permission } from '../../../domain/office/permissions.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { logAccess, toLoops } from '../../care/task-list/to-loops.ts'
import {
  countWork,
  listWork,
  readVeiled,
  type VeiledWork,
} from '../../care/task-list/work-list.queries.ts'
import { listActionsToConfirm } from '../../changed-days/bulk-action-list.queries.ts'
import { sumComing } from '../../checkout/payments/unpaid.ts'
import { countUnhandled } from '../../checkout/payments/webhooks.queries.ts'
import { listComplaints } from '../../contact/message-threads.queries.ts'
import type { App, Deps } from '../../deps.ts'
import { countAbsentTwice } from '../../facts/absences.queries.ts'
import { listOpenSince } from '../../members/identity/review-list.queries.ts'
import { countMailJobs } from '../../messages/mail-jobs/mail-jobs.queries.ts'
import { sumToPayBack } from '../../money/invoices/invoices.queries.ts'
import { sumDisputed } from '../../money/refunds/disputes.queries.ts'
import { sumOwedRefunds } from '../../money/refunds/owed-refunds.queries.ts'
import { sumRequestsFor } from '../../money/refunds/refund-requests.queries.ts'
import { serve } from '../../platform/http/serve.ts'
import { countWaitingClaims } from '../../records/claims/record-claims.queries.ts'
import { countNewDuplicates } from '../../records/duplicates/duplicates.queries.ts'
import { countOpenRequests } from '../../records/duplicates/merge-requests.queries.ts'
import { countLateQueues, readQueues } from '../../records/upkeep/jobs.office.routes.ts'
import { countLabResults } from '../../results/lab-results.queries.ts'
import { readAbsences } from '../../staff/absences.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { listOverdue } from '../../tasks/chase.queries.ts'
import { toReals } from '../../tasks/sealed-loops.ts'
import { countDifferences } from '../../venue/cash-counts/cash-counts.queries.ts'
import { listOpenDays } from '../../venue/check-in/list-open-days.ts'
import { listDaysWithProblems } from '../../venue/check-in/unresolved.queries.ts'
import { countIncidents } from '../../venue/incidents/incidents.queries.ts'
import { listStrikesToApprove } from '../../venue/walk-in-strikes/strikes.queries.ts'
import { listOwnRequests } from './own-requests.queries.ts'
import {
  countDrafts,
  countErasureRequests,
  countHeldMessages,
  countOpenMessages,
  listComingEvents,
  listDaysToClose,
  sumStuckPayments,
} from './today.queries.ts'

const MOST_CALLS = 5
const NEW_MS = 30 * 24 * 3_600_000

export function todayRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/today', async (request) => {
    const staff = staffOf(request)
    const { id, roles } = staff
    const now = deps.now()
    const ifPermitted = async <T>(permission: Permission, find: () => Promise<T>) =>
      hasPermission(roles, permission) ? find() : null
    return {
      events: await ifPermitted('events.read', () => comingEvents(now)),
      days: roles.includes('venue') ? await listOpenDays(db, staff, now) : null,
      days_to_close: await ifPermitted('events.write', () => daysToClose(now)),
      days_to_look_at: await ifPermitted('events.write', () => daysToLookAt(now)),
      drafts: await ifPermitted('events.write', () => countDrafts(db)),
      open_messages: await ifPermitted('messages.read', () => countOpenMessages(db)),
      ...((await ifPermitted('messages.read', heldMessages)) ?? {}),
      ...((await ifPermitted('messages.read', openComplaints)) ?? {}),
      failed_mails: await ifPermitted('mails.read', async () => (await countMailJobs(db)).failed),
      stuck_payments: await ifPermitted('payments.read', () => sumStuckPayments(db, now)),
      refunds_to_confirm: await ifPermitted('refunds.beyond_policy', () => sumRequestsFor(db, id)),
      owed_refunds: await ifPermitted('payments.read', () => sumOwedRefunds(db)),
      unpaid: await ifPermitted('payments.read', () => sumComing(db, now)),
      ...((await ifPermitted('invoices.write', invoicesToRefund)) ?? {}),
      ...((await ifPermitted('reconciliation.write', cashDifferences)) ?? {}),
      ...((await ifPermitted('incidents.look', openIncidents)) ?? {}),
      disputed_payments: await ifPermitted('payments.read', () => sumDisputed(db)),
      unknown_notifications: await ifPermitted('reconciliation.write', () =>
        countUnhandled(db, now),
      ),
      actions_to_confirm: await ifPermitted('actions.confirm', () => actionsToConfirm(id)),
      ...((await ifPermitted('actions.confirm', () => strikesToApprove(id))) ?? {}),
      erasure_requests: await ifPermitted('erasure.write', () => countErasureRequests(db)),
      merge_requests: await ifPermitted('members.merge', () => countOpenRequests(db)),
      ...((await ifPermitted('claims.release', waitingClaims)) ?? {}),
      ...((await ifPermitted('identity.decide', () => identityReviews(now))) ?? {}),
      absent_twice: await ifPermitted('members.read', () => countAbsentTwice(db, now)),
      new_doubles: await ifPermitted('members.merge', () =>
        countNewDuplicates(db, new Date(now.getTime() - NEW_MS)),
      ),
      ...((await ifPermitted('results.review', () => cliniciansAway(staff, now))) ?? {}),
      results: await ifPermitted('results.review', countResults),
      loops: await ifPermitted('loops.read', () => countLoops(staff, now)),
      ...(await ownRequests(id)),
      late_jobs: await ifPermitted('jobs.write', () => countLateQueues(db)),
    }
  })

  async function heldMessages() {
    const held = await countHeldMessages(db)
    return held > 0 ? { held_messages: held } : {}
  }

  async function ownRequests(staffId: number) {
    const requests = await listOwnRequests(db, staffId)
    return requests.length > 0 ? { own_requests: requests } : {}
  }

  async function openComplaints() {
    const open = await listComplaints(db)
    const complaints = open.flatMap(({ id, name, ...times }) => {
      const needs = complaintNeeds(times)
      return needs ? [{ id, name, ...needs }] : []
    })
    return complaints.length > 0 ? { complaints } : {}
  }

  async function invoicesToRefund() {
    const sums = await sumToPayBack(db)
    return sums.count > 0 ? { invoices_to_refund: sums } : {}
  }

  async function cashDifferences() {
    const open = await countDifferences(db, 'open')
    return open > 0 ? { cash_differences: open } : {}
  }

  async function openIncidents() {
    const open = await countIncidents(db, 'open')
    return open > 0 ? { incidents: open } : {}
  }

  async function waitingClaims() {
    const waiting = await countWaitingClaims(db)
    return waiting > 0 ? { record_claims: waiting } : {}
  }

  async function identityReviews(now: Date) {
    const since = await listOpenSince(db)
    const overdue = since.filter((raisedAt) => reviewDueAt(raisedAt) < now).length
    return since.length > 0 ? { identity_reviews: { open: since.length, overdue } } : {}
  }

  async function cliniciansAway(reader: Staff, now: Date) {
    const { absences, too_few } = await readAbsences(db, reader, now)
    const today = ukDate(now)
    const covered = absences
      .filter(({ is_own_cover: isOwn, from }) => isOwn && from <= today)
      .map(({ clinician, until }) => ({ clinician, until }))
    const isAnything = covered.length > 0 || too_few.length > 0
    return isAnything ? { clinicians_away: { too_few, covered } } : {}
  }

  async function comingEvents(now: Date) {
    const rows = await listComingEvents(db, now)
    return rows.map(({ id, name, startsAt, hostName, hostPhone, contactEmail, ...row }) => ({
      event_id: id,
      event_name: name,
      event_date: ukDate(startsAt),
      start_time: ukTime(startsAt),
      host_name: hostName,
      host_phone: hostPhone,
      contact_email: contactEmail,
      ...row,
    }))
  }

  async function daysToClose(now: Date) {
    const rows = await listDaysToClose(db, now)
    return rows.map(({ id, name, startsAt }) => ({
      event_id: id,
      event_name: name,
      event_date: ukDate(startsAt),
    }))
  }

  async function daysToLookAt(now: Date) {
    const rows = await listDaysWithProblems(db, now)
    return rows.map(({ id, name, startsAt, open }) => ({
      event_id: id,
      event_name: name,
      event_date: ukDate(startsAt),
      problems: open,
    }))
  }

  async function countLoops(staff: Staff, now: Date) {
    const known = await readVeiled(db, deps, { staff, now })
    const { overdue, telephone } = await countWork(db, { staff, now, known })
    const late = await listOverdue(db, deps, now)
    const ofClinicians = late.filter(({ owner }) => owner === 'clinician').length
    const rounds = await readQueues(db)
    return {
      overdue,
      telephone,
      calls: await firstCalls({ staff, now, known }),
      of_clinicians: staff.roles.includes('clinician') ? 0 : ofClinicians,
      is_round_late: rounds.some(({ queue, is_late }) => queue === 'chaseLoops' && is_late),
    }
  }

  function firstCalls(of: { staff: Staff; now: Date; known: VeiledWork }) {
    const which = { tab: 'telephone', soonestFirst: true } as const
    return deps.database.transaction(async (tx) => {
      const rows = toReals(deps.fieldKeys, await listWork(tx, { ...of, which, limit: MOST_CALLS }))
      await logAccess(tx, { rows, staff: of.staff, at: of.now })
      const careLoops = await toLoops(tx, rows, of)
      return careLoops.map((one) => ({
        id: one.id,
        kind: one.kind,
        name: one.name,
        phone: one.phone,
        due_at: one.due_at,
        is_overdue: one.is_overdue,
        ring_at: one.ring_at,
        caller: one.caller,
        called_since: one.called_since,
        is_own_call: one.is_own_call,
      }))
    })
  }

  async function countResults() {
    const counted = await countLabResults(db, deps)
    return {
      review: counted.get('review') ?? 0,
      second: counted.get('second') ?? 0,
      calls: counted.get('ring first') ?? 0,
      ready: counted.get('ready') ?? 0,
    }
  }

  async function strikesToApprove(staffId: number) {
    const rows = await listStrikesToApprove(db, staffId)
    const strikes = rows.map(({ strike, helper, requestedBy }) => ({
      walk_in_strike_id: strike.id,
      helper,
      requested_by: requestedBy,
    }))
    return strikes.length > 0 ? { strikes_to_approve: strikes } : {}
  }

  async function actionsToConfirm(staffId: number) {
    const rows = await listActionsToConfirm(db, staffId)
    return rows.map(({ id, kind, eventId, eventName, madeBy }) => ({
      bulk_action_id: id,
      kind,
      event_id: eventId,
      event_name: eventName,
      made_by: madeBy,
    }))
  }
}

import { createHash } from 'node:crypto'
import { inWords, type Wording } from '../../domain/charity.ts'
import { isLeadOf } from '../../domain/office/days.ts'
import { hasPermission } from '../../domain/office/permissions.ts'
import {
  type Announced,
  isLateRequest,
  isTimeToTell,
  type LatePreview,
  type LateState,
  ON_TIME,
  standingDelays,
  whyNotAnnounce,
} from '../../domain/office/running-late.ts'
import { lateText } from '../../domain/office/sms-texts.ts'
import { mayTell, type ReachFacts } from '../../domain/reach.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { findAppointment } from '../bookings/appointments.queries.ts'
import type { Deps } from '../deps.ts'
import { type EventRecord, lockEvent } from '../events/office.queries.ts'
import type { Member } from '../members/members.queries.ts'
import { findReachFacts } from '../members/reach.queries.ts'
import { runningLate } from '../messages/mails/running-late.ts'
import { mobileForTexts } from '../messages/sms/appointment-sms.ts'
import { runningLateSms } from '../messages/sms/running-late.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../staff/guard.ts'
import { closeDelayCalls, countDelayCalls } from '../tasks/delay-calls.ts'
import type { BulkActionRow } from './bulk-actions.queries.ts'
import { addItems } from './items.queries.ts'
import {
  findOtherLate,
  listLate,
  listPeople,
  lockItems,
  stillToCome,
  stillToComeAndTold,
} from './running-late.queries.ts'
import { startAction } from './start-action.ts'

type LateDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'site'>
type Params = { event: EventRecord; minutes: Announced; by: Staff }

/** What was sent today. Throws Refused lead_needed. */
export async function readLate(
  q: Queryable,
  { event, by, now }: { event: EventRecord; by: Staff; now: Date },
): Promise<LateState> {
  if (!isLeadOf(by, event.id)) throw new Refused('lead_needed')
  const sent = await listLate(q, event.id)
  return {
    event_id: event.id,
    event_name: event.name,
    event_date: ukDate(event.startsAt),
    can_send: isTimeToTell(event, now),
    sent: sent.map(({ minutes, at, by: name, told, toCall, waiting }) => ({
      minutes,
      at: at.toISOString(),
      by: name,
      told,
      to_call: toCall,
      waiting,
    })),
  }
}

/**
 * Whom the message would reach, and who has to be called. Throws Refused lead_needed, event_cancelled,
 * not_today, late_told for minutes that were sent before, not_late without a delay to end, or nobody_there.
 */
export async function previewLate(deps: LateDeps, params: Params): Promise<LatePreview> {
  const { delays: _, words, ...preview } = await planLate(deps.database.db, deps, params)
  const { charity } = await deps.site.present()
  return { ...preview, words: words && inWords(words, charity) }
}

/**
 * Sends it to each of them, once; returns the id of the bulk action. Throws as previewLate, or
 * preview_outdated when they are others than those `shown`.
 */
export function sendLate(
  deps: LateDeps,
  {
    shown,
    saveResponse,
    ...params
  }: Params & { shown: string; saveResponse: SaveResponse<{ bulk_action_id: number }> },
): Promise<{ bulk_action_id: number }> {
  const { event, minutes, by } = params
  const now = deps.now()
  return commit(deps, async (tx) => {
    // Two leads at once send one after the other.
    await lockEvent(tx, event.id)
    if (minutes === ON_TIME) await lockItems(tx, await listDelays(tx, event.id))
    const plan = await planLate(tx, deps, params)
    if (plan.shown !== shown) throw new Refused('preview_outdated')
    const members = plan.by_text + plan.by_email + plan.to_call.length
    const request = { late_minutes: minutes }
    const about = { kind: 'running late', eventId: event.id, request, members, by } as const
    const limits = await deps.site.limits(tx)
    const id = await startAction(tx, deps, { ...about, limits })
    await addItems(tx, { id, people: whom({ event, minutes, now, delays: plan.delays }) })
    if (minutes === ON_TIME) await closeDelayCalls(tx, { eventId: event.id, at: now })
    await insertAudit(
      tx,
      { by, subject: `event ${event.id}`, at: now },
      minutes === ON_TIME ? 'members told that a day runs on time' : 'members told of a delay',
      { bulkAction: id, minutes, members },
    )
    await saveResponse(tx, { bulk_action_id: id })
    return { bulk_action_id: id }
  })
}

/** Null when there is nothing to say any more: the member came, the time is over or something newer was sent. */
export async function tellLate(
  tx: Tx,
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
  {
    member,
    appointmentId,
    action,
  }: { member: Member; appointmentId: number | null; action: BulkActionRow },
) {
  const { id, eventId, request } = action
  if (!isLateRequest(request) || appointmentId === null) return null
  const booked = await findAppointment(tx, { id: appointmentId, memberId: member.id })
  const isToCome = booked?.status === 'booked' && booked.startsAt > now()
  const hasCome = booked !== null && (booked.attendance ?? 'expected') !== 'expected'
  if (!booked || !isToCome || hasCome) return null
  const other = await findOtherLate(tx, { id, eventId, memberId: member.id })
  if (other.isReplaced) return null
  const { late_minutes: minutes } = request
  const words = { minutes, isUpdate: other.hadEarlier }
  const { reference, startsAt } = booked
  const phone = mobileForTexts(settings, member)
  return {
    mail: runningLate({ member, booked, ...words }),
    sms: phone === null ? null : runningLateSms({ phone, reference, startsAt, ...words }),
    callBefore: startsAt,
  }
}

async function planLate(
  q: Queryable,
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
  { event, minutes, by }: Params,
): Promise<Omit<LatePreview, 'words'> & { words: Wording | null; delays: number[] }> {
  if (!isLeadOf(by, event.id)) throw new Refused('lead_needed')
  if (event.status === 'cancelled') throw new Refused('event_cancelled')
  if (!isTimeToTell(event, now())) throw new Refused('not_today')
  const sent = await listLate(q, event.id)
  const refusal = whyNotAnnounce(minutes, sent)
  if (refusal) throw new Refused(refusal)
  const delays = standingDelays(sent)
  const ids = delays.map(({ id }) => id)
  const people = await listPeople(q, whom({ event, minutes, now: now(), delays: ids }))
  const reached = []
  for (const person of people) {
    const facts = await findReachFacts(q, person.memberId)
    if (facts && facts.diedAt === null) reached.push({ ...person, by: wayTo(settings, facts) })
  }
  const [first] = reached
  const isLate = minutes !== ON_TIME
  if (!first && isLate) throw new Refused('nobody_there')
  const mayName = hasPermission(by.roles, 'members.read')
  const calls = isLate ? 0 : await countDelayCalls(q, event.id)
  const shown = [...reached.map(({ appointmentId }) => appointmentId), calls]
  return {
    by_text: reached.filter((one) => one.by === 'text').length,
    by_email: reached.filter((one) => one.by === 'email').length,
    to_call: reached
      .filter((one) => one.by === 'call')
      .map(({ appointmentId, firstName, lastName, startsAt, phone }) => ({
        appointment_id: appointmentId,
        name: `${firstName} ${lastName}`,
        time: ukTime(startsAt),
        phone: mayName ? phone : null,
      })),
    words: first
      ? lateText({ startsAt: first.startsAt, minutes, isUpdate: sent.length > 0 })
      : null,
    calls_closed: calls,
    shown: createHash('sha256').update(JSON.stringify(shown)).digest('base64url'),
    delays: ids,
  }
}

async function listDelays(q: Queryable, eventId: number): Promise<number[]> {
  return standingDelays(await listLate(q, eventId)).map(({ id }) => id)
}

/** A delay is for everybody still to come, its end for those whom its message or a call reached. */
function whom({
  event,
  minutes,
  now,
  delays,
}: Pick<Params, 'event' | 'minutes'> & { now: Date; delays: readonly number[] }) {
  return minutes === ON_TIME
    ? stillToComeAndTold({ eventId: event.id, now, delays })
    : stillToCome(event.id, now)
}

function wayTo(settings: Pick<Deps['settings'], 'sendsSms'>, facts: ReachFacts) {
  if (!mayTell(facts, 'appointment')) return 'call'
  if (mobileForTexts(settings, facts) !== null) return 'text'
  return facts.email ? 'email' : 'call'
}

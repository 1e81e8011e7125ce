import { DAY_MS } from '../../domain/durations.ts'
import type { TwoPeople } from '../../domain/limits.ts'
import {
  type CancellationPreview,
  type Expected,
  secondPersonReasons,
  tellsOfWaitingAt,
} from '../../domain/office/bulk-actions.ts'
import { listUnbookedInvitations } from '../bookings/invitations/invitations.queries.ts'
import { cancelInvitations } from '../bookings/invitations/tell-invited.ts'
import { closeList } from '../bookings/waiting-list/offers.queries.ts'
import { OPEN } from '../bookings/waiting-list/waiting-list.queries.ts'
import type { Deps } from '../deps.ts'
import { findEventDetails } from '../events/events.queries.ts'
import {
  type EventRecord,
  findEventRecord,
  lockEvent,
  updateEvent,
} from '../events/office.queries.ts'
import { hostedEventCancelled } from '../messages/mails/event-cancelled.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { lockStaff } from '../staff/staff.queries.ts'
import { followOffers } from '../tasks/call-about-offer.ts'
import {
  type BulkActionRow,
  findBulkAction,
  insertBulkAction,
  updateBulkAction,
} from './bulk-actions.queries.ts'
import {
  closeBooking,
  closePlaces,
  countCancellation,
  countOtherCancellations,
  findCancellation,
} from './cancellation.queries.ts'
import { countRepayments, sumOfRoads, toRepaymentCounts } from './count-repayments.ts'
import { addItems, reopenFailedItems } from './items.queries.ts'
import { listArrived } from './list-arrived.ts'
import { awaitedOrWaiting } from './people.queries.ts'
import { enqueueRun } from './start-action.ts'
import { warnColleagues } from './warn-colleagues.ts'

export type CancelDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'
>

/** Throws Refused not_found, not_published or event_passed. */
export async function previewCancellation(
  { database: { db }, now, site }: Pick<Deps, 'database' | 'now' | 'site'>,
  eventId: number,
  by: Pick<Staff, 'id'>,
): Promise<CancellationPreview> {
  const event = await findEventRecord(db, eventId)
  const earlier = await findCancellation(db, eventId)
  if (!earlier) mustBeCancellable(event, now())
  const staffId = earlier?.madeBy ?? by.id
  const limits = await site.limits(db)
  const bulkActionId = earlier?.id ?? null
  return previewOf(db, { eventId, bulkActionId, staffId, limits, now: now() })
}

/** What cancelling the event would do now, whatever its state; `staffId` asks for it. */
export async function previewOf(
  q: Queryable,
  about: {
    eventId: number
    bulkActionId: number | null
    staffId: number
    limits: TwoPeople
    now: Date
  },
): Promise<CancellationPreview> {
  const { eventId, bulkActionId, staffId, limits, now } = about
  const counted = await countCancellation(q, eventId)
  const roads = await countRepayments(q, eventId)
  const since = new Date(now.getTime() - DAY_MS)
  const { count: paid, pence } = sumOfRoads(roads)
  const sums = {
    members: counted.appointments + counted.waiting,
    paid,
    pence,
    earlier: await countOtherCancellations(q, { staffId, eventId, since }),
  }
  const reasons = secondPersonReasons(sums, limits)
  return {
    appointments: counted.appointments,
    paid: roads.card.count,
    refund_pence: roads.card.pence,
    money: toRepaymentCounts(roads),
    money_pence: pence,
    waiting: counted.waiting,
    invited: (await listUnbookedInvitations(q, eventId, now)).length,
    arrived: await listArrived(q, eventId),
    without_email: counted.withoutEmail,
    needs_second_person: reasons.length > 0,
    second_person_reasons: reasons,
    stop_minutes: limits.stop_minutes,
    bulk_action_id: bulkActionId,
  }
}

/**
 * Cancels the event, or asks a second person to (domain/office/bulk-actions.ts); returns the id of
 * the bulk action that then cancels each appointment whose member has not come. Nobody can book from now
 * on in either case. For an event that is cancelled, or waits for the second person, it returns the first
 * one's id and does nothing. Throws as previewCancellation, or preview_outdated when the counts are not
 * the `expected` ones.
 */
export async function cancelEvent(
  deps: CancelDeps,
  { eventId, message, expected }: { eventId: number; message: string | null; expected: Expected },
  by: Staff,
): Promise<number> {
  const now = deps.now()
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    const event = await lockEvent(tx, eventId)
    const earlier = await findCancellation(tx, eventId)
    if (earlier) return earlier.id
    mustBeCancellable(event, now)
    // Two cancellations of one person at once would each be the first of the day.
    await lockStaff(tx, by.id)
    await closeBooking(tx, { eventId, now })
    const limits = await deps.site.limits(tx)
    const about = { eventId, bulkActionId: null, staffId: by.id, limits, now }
    const preview = await previewOf(tx, about)
    mustBeExpected(expected, preview)
    const reasons = preview.second_person_reasons
    const isForTwo = preview.needs_second_person
    const tellsAt = isForTwo ? tellsOfWaitingAt({ reasons, now }, limits) : null
    const id = await insertBulkAction(tx, {
      kind: 'event cancellation',
      eventId,
      state: isForTwo ? 'waits for a second person' : 'running',
      message,
      madeBy: by.id,
      createdAt: now,
      tellsAt,
    })
    const action = isForTwo ? 'cancellation asked for' : 'event cancelled'
    const details = { bulkAction: id, ...countsOf(preview), reasons }
    await insertAudit(tx, { by, subject: `event ${eventId}`, at: deps.now() }, action, details)
    if (isForTwo) {
      const { appointments, waiting, money_pence: pence } = preview
      const members = appointments + waiting
      const kind = 'event cancellation'
      await warnColleagues(tx, deps, { id, kind, eventId, by, members, pence, tellsAt, reasons })
      await enqueueRun(tx, deps, tellsAt)
    } else await beginCancellation(tx, deps, { id, eventId, by })
    return id
  })
}

/** Does the failed items again. Throws Refused not_found. */
export async function retryFailed(deps: CancelDeps, id: number, by: Staff): Promise<void> {
  await withAction(deps, id, async (tx, { eventId, state }) => {
    const reopened = await reopenFailedItems(tx, id)
    if (reopened === 0) return
    if (state === 'done') await updateBulkAction(tx, id, { state: 'running', finishedAt: null })
    const details = { bulkAction: id, items: reopened }
    await insertAudit(
      tx,
      { by, subject: `event ${eventId}`, at: deps.now() },
      'failed items retried',
      details,
    )
    await deps.jobs.enqueue(tx, 'bulkActions', {})
  })
}

/** From now on nobody can book, hold or wait; every booked or waiting member has an item. */
export async function beginCancellation(
  tx: Tx,
  deps: CancelDeps,
  { id, eventId, by }: { id: number; eventId: number; by: Staff },
): Promise<void> {
  const now = deps.now()
  const cancelled = {
    status: 'cancelled',
    cancelledAt: now,
    bookingClosedAt: null,
    bookingPausedAt: null,
    bookingPauseReason: null,
  } as const
  await updateEvent(tx, eventId, { ...cancelled, changedBy: by.id })
  await cancelInvitations(tx, deps, eventId)
  await closePlaces(tx, eventId)
  await addItems(tx, { id, people: awaitedOrWaiting(eventId) })
  await closeList(tx, { eventId, now, statuses: OPEN })
  await followOffers(tx, { eventId, now })
  const event = await findEventDetails(tx, eventId)
  if (event?.contact_email)
    await deps.jobs.enqueue(tx, 'mail', hostedEventCancelled({ to: event.contact_email, event }))
  await deps.jobs.enqueue(tx, 'bulkActions', {})
}

/** Locks the event first, as every change of it does. */
export async function withAction(
  deps: CancelDeps,
  id: number,
  work: (tx: Tx, action: BulkActionRow) => Promise<void>,
): Promise<void> {
  const { eventId } = await mustFind(deps.database.db, id)
  await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await lockEvent(tx, eventId)
    await work(tx, await mustFind(tx, id))
  })
}

async function mustFind(q: Queryable, id: number): Promise<BulkActionRow> {
  const action = await findBulkAction(q, id)
  if (!action) throw new Refused('not_found')
  return action
}

/** Throws Refused preview_outdated when the counts are others by now. */
export function mustBeExpected(expected: Expected, preview: CancellationPreview): void {
  const { money_pence: pence = preview.money_pence } = expected
  const isSame =
    expected.appointments === preview.appointments &&
    expected.refund_pence === preview.refund_pence &&
    expected.waiting === preview.waiting &&
    pence === preview.money_pence
  if (!isSame) throw new Refused('preview_outdated')
}

/** For the audit log. */
function countsOf({
  appointments,
  paid,
  refund_pence: pence,
  waiting,
  money,
}: CancellationPreview) {
  return { appointments, paid, pence, waiting, money }
}

/** Throws Refused not_found, not_published, event_cancelled or event_passed. */
export function mustBeCancellable(event: EventRecord | null, now: Date): void {
  if (!event) throw new Refused('not_found')
  if (event.status === 'draft') throw new Refused('not_published')
  if (event.status === 'cancelled') throw new Refused('event_cancelled')
  if (event.endsAt <= now) throw new Refused('event_passed')
}

import {
  type Cancellation,
  type CancellationPreview,
  needsSecondPerson,
} from '../../domain/office/bulk-actions.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Queryable, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findEventDetails } from '../events/events.queries.ts'
import {
  type EventRecord,
  findEventRecord,
  lockEvent,
  updateEvent,
} from '../events/office.queries.ts'
import { Refused } from '../http/refused.ts'
import { hostedEventCancelled } from '../mails/event-cancelled.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import { closeList } from '../waiting-list/offers.queries.ts'
import { OPEN } from '../waiting-list/waiting-list.queries.ts'
import {
  type BulkActionRow,
  findBulkAction,
  insertBulkAction,
  updateBulkAction,
} from './bulk-actions.queries.ts'
import { closePlaces, countCancellation, findCancellation } from './cancellation.queries.ts'
import {
  countRepayments,
  type RepaymentsByRoad,
  sumOfRoads,
  toRepaymentCounts,
} from './count-repayments.ts'
import { addItems, reopenFailedItems } from './items.queries.ts'
import { listArrived } from './list-arrived.ts'
import { awaitedOrWaiting } from './people.queries.ts'

type CancelDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/** Throws Refused not_found, not_published or event_passed. */
export async function previewCancellation(
  { database: { db }, now }: Pick<Deps, 'database' | 'now'>,
  eventId: number,
): Promise<CancellationPreview> {
  const event = await findEventRecord(db, eventId)
  const earlier = await findCancellation(db, eventId)
  if (!earlier) mustBeCancellable(event, now())
  return previewOf(db, { eventId, bulkActionId: earlier?.id ?? null })
}

/** What cancelling the event would do now, whatever its state. */
export async function previewOf(
  q: Queryable,
  { eventId, bulkActionId }: { eventId: number; bulkActionId: number | null },
): Promise<CancellationPreview> {
  const counted = await countCancellation(q, eventId)
  const roads = await countRepayments(q, eventId)
  return {
    appointments: counted.appointments,
    paid: roads.card.count,
    refund_pence: roads.card.pence,
    money: toRepaymentCounts(roads),
    money_pence: sumOfRoads(roads).pence,
    waiting: counted.waiting,
    arrived: await listArrived(q, eventId),
    without_email: counted.withoutEmail,
    needs_second_person: isForTwoPersons(roads),
    bulk_action_id: bulkActionId,
  }
}

function isForTwoPersons(roads: RepaymentsByRoad): boolean {
  const { count: paid, pence } = sumOfRoads(roads)
  return needsSecondPerson({ paid, pence })
}

/**
 * Cancels the event, or asks a second person to (domain/office/bulk-actions.ts); returns the id of
 * the bulk action that then cancels each appointment whose member has not come. For an event that is cancelled, or waits for
 * the second person, it returns the first one's id and does nothing. Throws as previewCancellation, or
 * preview_outdated when the counts are not the `expected` ones.
 */
export async function cancelEvent(
  deps: CancelDeps,
  {
    eventId,
    message,
    expected,
  }: { eventId: number; message: string | null; expected?: Cancellation['expected'] },
  by: Staff,
): Promise<number> {
  const now = deps.now()
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    const event = await lockEvent(tx, eventId)
    const earlier = await findCancellation(tx, eventId)
    if (earlier) return earlier.id
    mustBeCancellable(event, now)
    const preview = await previewOf(tx, { eventId, bulkActionId: null })
    if (expected && isOther(expected, preview)) throw new Refused('preview_outdated')
    const isForTwo = preview.needs_second_person
    const id = await insertBulkAction(tx, {
      kind: 'event cancellation',
      eventId,
      state: isForTwo ? 'waits for a second person' : 'running',
      message,
      madeBy: by.id,
      createdAt: now,
    })
    const action = isForTwo ? 'cancellation asked for' : 'event cancelled'
    await audit(tx, deps, {
      eventId,
      by,
      action,
      details: { bulkAction: id, ...countsOf(preview) },
    })
    if (!isForTwo) await begin(tx, deps, { id, eventId, by })
    return id
  })
}

/** Throws Refused not_found, or same_person for the person who asked; nothing when it has begun. */
export async function confirmCancellation(deps: CancelDeps, id: number, by: Staff): Promise<void> {
  await withAction(deps, id, async (tx, { eventId, state, madeBy }) => {
    if (madeBy === by.id) throw new Refused('same_person')
    if (state !== 'waits for a second person') return
    mustBeCancellable(await findEventRecord(tx, eventId), deps.now())
    await updateBulkAction(tx, id, { state: 'running', confirmedBy: by.id })
    await audit(tx, deps, { eventId, by, action: 'event cancelled', details: { bulkAction: id } })
    await begin(tx, deps, { id, eventId, by })
  })
}

/** Does the failed items again. Throws Refused not_found. */
export async function retryFailed(deps: CancelDeps, id: number, by: Staff): Promise<void> {
  await withAction(deps, id, async (tx, { eventId, state }) => {
    const reopened = await reopenFailedItems(tx, id)
    if (reopened === 0) return
    if (state === 'done') await updateBulkAction(tx, id, { state: 'running', finishedAt: null })
    const details = { bulkAction: id, items: reopened }
    await audit(tx, deps, { eventId, by, action: 'failed items retried', details })
    await deps.jobs.enqueue(tx, 'bulkActions', {})
  })
}

/** From now on nobody can book, hold or wait; every booked or waiting member has an item. */
async function begin(
  tx: Tx,
  deps: CancelDeps,
  { id, eventId, by }: { id: number; eventId: number; by: Staff },
): Promise<void> {
  const now = deps.now()
  await updateEvent(tx, eventId, { status: 'cancelled', cancelledAt: now, changedBy: by.id })
  await closePlaces(tx, eventId)
  await addItems(tx, { id, people: awaitedOrWaiting(eventId) })
  await closeList(tx, { eventId, now, statuses: OPEN })
  const event = await findEventDetails(tx, eventId)
  if (event?.contact_email)
    await deps.jobs.enqueue(tx, 'mail', hostedEventCancelled({ to: event.contact_email, event }))
  await deps.jobs.enqueue(tx, 'bulkActions', {})
}

/** Locks the event first, as every change of it does. */
async function withAction(
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

function isOther(
  expected: NonNullable<Cancellation['expected']>,
  preview: CancellationPreview,
): boolean {
  const { money_pence: pence = preview.money_pence } = expected
  return (
    expected.appointments !== preview.appointments ||
    expected.refund_pence !== preview.refund_pence ||
    expected.waiting !== preview.waiting ||
    pence !== preview.money_pence
  )
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

function mustBeCancellable(event: EventRecord | null, now: Date): void {
  if (!event) throw new Refused('not_found')
  if (event.status === 'draft') throw new Refused('not_published')
  if (event.status === 'cancelled') throw new Refused('event_cancelled')
  if (event.endsAt <= now) throw new Refused('event_passed')
}

function audit(
  tx: Tx,
  { now }: CancelDeps,
  { eventId, by, ...entry }: { eventId: number; by: Staff; action: string; details: object },
): Promise<void> {
  return insertAudit(tx, {
    actorUserId: by.userId,
    subject: `event ${eventId}`,
    at: now(),
    ...entry,
  })
}

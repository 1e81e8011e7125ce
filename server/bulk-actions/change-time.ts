import {
  type FreeCancellation,
  freeCancellationEnds,
  placesOf,
} from '../../domain/office/time-change.ts'
import type { TimeChangePreview } from '../../domain/office/time-change-shapes.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Deps } from '../deps.ts'
import { findEventRecord, lockEvent, lockPlaces, updateEvent } from '../events/office.queries.ts'
import { Refused } from '../http/refused.ts'
import type { SaveResponse } from '../idempotency/idempotency-key.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import { offerPlaces } from '../waiting-list/offer-places.ts'
import { insertBulkAction } from './bulk-actions.queries.ts'
import {
  insertDoneItems,
  insertNewPlaces,
  lockBooked,
  moveAppointments,
  removeAllPlaces,
  takeBackOffers,
} from './change-time.queries.ts'
import { type NewTime, planTimeChange } from './plan-time-change.ts'
import { tellBooked, tellWaiting } from './tell-of-time-change.ts'

type TimeDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

/**
 * What changing the time of a published event would do. Throws Refused not_found, not_published,
 * event_cancelled, event_begun, changed_meanwhile (with `by`), too_few_places, or invalid_request
 * (with `fields`).
 */
export async function previewTimeChange(
  { database: { db }, now }: Pick<Deps, 'database' | 'now'>,
  asked: NewTime,
): Promise<TimeChangePreview> {
  const event = await findEventRecord(db, asked.eventId)
  return (await planTimeChange(db, { event, asked, now: now() })).preview
}

/**
 * Gives the event its new day and places and moves every appointment whose member has not come, in one transaction with a
 * mail to each member whose time is another and to each on the waiting list. Holds and offers end;
 * places are offered again. Returns the id of the bulk action. Throws as previewTimeChange, and
 * preview_outdated when the outcome is not the one that was `shown`.
 */
export async function changeTime(
  deps: TimeDeps,
  {
    saveResponse,
    ...asked
  }: NewTime & {
    free_cancellation: FreeCancellation
    shown: string
    message: string | null
    saveResponse: SaveResponse<{ bulk_action_id: number }>
  },
  by: Staff,
): Promise<{ bulk_action_id: number }> {
  const { eventId, message } = asked
  const now = deps.now()
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    // Before the event, as a member's own change does.
    await lockBooked(tx, eventId)
    const event = await lockEvent(tx, eventId)
    await lockPlaces(tx, { eventId, now })
    await lockBooked(tx, eventId)
    const change = await planTimeChange(tx, { event, asked, now })
    if (change.preview.shown !== asked.shown) throw new Refused('preview_outdated')
    const { day, slots, assigned, arrived, moved, booked, waits } = change
    const free = moved.map((one) => ({
      ...one,
      freeUntil: freeCancellationEnds(asked.free_cancellation, { now, startsAt: one.startsAt }),
    }))

    await removeAllPlaces(tx, eventId)
    await takeBackOffers(tx, eventId)
    await moveAppointments(tx, { moved: free, now })
    await insertNewPlaces(tx, eventId, placesOf(slots, assigned, arrived))
    await updateEvent(tx, eventId, { ...day, changedBy: by.id })

    const id = await insertBulkAction(tx, {
      kind: 'time change',
      eventId,
      state: 'done',
      message,
      madeBy: by.id,
      createdAt: now,
      finishedAt: now,
    })
    const { startsAt, endsAt, sessionMinutes, placesPerSlot, breaks } = change.event
    await insertAudit(tx, {
      actorUserId: by.userId,
      subject: `event ${eventId}`,
      action: 'time of the event changed',
      details: {
        bulkAction: id,
        before: { startsAt, endsAt, sessionMinutes, placesPerSlot, breaks },
        after: day,
        appointments: booked.length,
        moved: moved.length,
        arrived: arrived.length,
        freeCancellation: asked.free_cancellation,
      },
      at: now,
    })
    const toldBooked = await tellBooked(tx, deps, { free, booked, message, by, id, eventId })
    await offerPlaces(tx, deps, { eventId, now })
    const told = [...toldBooked, ...(await tellWaiting(tx, deps, { eventId, waits, message }))]
    const done = { bulkActionId: id, state: 'done' as const, doneAt: now }
    await insertDoneItems(
      tx,
      told.map((one) => ({ ...one, ...done })),
    )
    await saveResponse(tx, { bulk_action_id: id })
    return { bulk_action_id: id }
  })
}

import { stoppableUntil } from '../../domain/office/bulk-actions.ts'
import {
  type FreeCancellation,
  freeCancellationEnds,
  placesOf,
} from '../../domain/office/time-change.ts'
import type { TimeChangePreview } from '../../domain/office/time-change-schemas.ts'
import { moveInvitations } from '../bookings/invitations/tell-invited.ts'
import { offerPlaces } from '../bookings/waiting-list/offer-places.ts'
import type { Deps } from '../deps.ts'
import { findEventRecord, lockEvent, lockPlaces, updateEvent } from '../events/office.queries.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../staff/guard.ts'
import { findStaff } from '../staff/staff.queries.ts'
import { callAboutEvent } from '../tasks/call-about-event.ts'
import { followOffers } from '../tasks/call-about-offer.ts'
import {
  type BulkActionRow,
  findBulkAction,
  insertBulkAction,
  updateBulkAction,
} from './bulk-actions.queries.ts'
import {
  insertDoneItems,
  insertNewPlaces,
  lockBooked,
  moveAppointments,
  removeAllPlaces,
  takeBackOffers,
} from './change-time.queries.ts'
import { type NewTime, planTimeChange } from './plan-time-change.ts'
import { startAction } from './start-action.ts'
import { tellBooked, tellWaiting } from './tell-of-time-change.ts'
import { tellStopped } from './warn-colleagues.ts'

type TimeDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'
>

/**
 * What changing the time of a published event would do. Throws Refused not_found, not_published,
 * event_cancelled, event_begun, changed_meanwhile (with `by`), too_few_places, or invalid_request
 * (with `fields`).
 */
export async function previewTimeChange(
  { database: { db }, now }: Pick<Deps, 'database' | 'now'>,
  params: NewTime,
): Promise<TimeChangePreview> {
  const event = await findEventRecord(db, params.eventId)
  return (await planTimeChange(db, { event, params, now: now() })).preview
}

type Change = NewTime & {
  free_cancellation: FreeCancellation
  shown: string
  message: string | null
}

/**
 * Changes the time, at once or, for more members than one person writes to alone, once nobody has stopped
 * it for some minutes or a second person agrees. Returns the id of the bulk action. Throws as
 * previewTimeChange, and preview_outdated when the outcome is not the one that was `shown`.
 */
export async function changeTime(
  deps: TimeDeps,
  { saveResponse, ...change }: Change & { saveResponse: SaveResponse<{ bulk_action_id: number }> },
  by: Staff,
): Promise<{ bulk_action_id: number }> {
  const { eventId, message, ...request } = change
  const now = deps.now()
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    // Before the event, as a member's own change does.
    await lockBooked(tx, eventId)
    const event = await lockEvent(tx, eventId)
    const { preview } = await planTimeChange(tx, { event, params: change, now })
    if (preview.shown !== change.shown) throw new Refused('preview_outdated')
    const members = preview.moved + preview.waiting
    const limits = await deps.site.limits(tx)
    if (stoppableUntil({ members, now }, limits) === null)
      return finish(await carryOut(tx, deps, { change, by, id: null }))
    const about = { kind: 'time change', eventId, message, request, members, by } as const
    const id = await startAction(tx, deps, { ...about, limits })
    await insertAudit(
      tx,
      { by, subject: `event ${eventId}`, at: now },
      'change of time asked for',
      { bulkAction: id, members },
    )
    return finish(id)

    async function finish(id: number) {
      await saveResponse(tx, { bulk_action_id: id })
      return { bulk_action_id: id }
    }
  })
}

/**
 * Carries out a change of time that has waited. One that the event no longer allows, or that would do
 * something else than was shown, ends undone, with a mail to the office.
 */
export async function changeTimeLater(deps: TimeDeps, action: BulkActionRow): Promise<void> {
  const { id, eventId, message, request, madeBy } = action
  if (!request || !('slot_plan' in request)) return
  const change = { ...request, eventId, message }
  try {
    await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
      await lockBooked(tx, eventId)
      await lockEvent(tx, eventId)
      const current = await findBulkAction(tx, id)
      if (current?.state !== 'running') return
      const by = await findStaff(tx, madeBy)
      if (!by) throw new Error(`staff ${madeBy} is not there`)
      await carryOut(tx, deps, { change, by, id })
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const now = deps.now()
    await commit(deps, async (tx) => {
      await updateBulkAction(tx, id, { state: 'done', finishedAt: now, revertedAt: now })
      const reason = error.message
      await tellStopped(tx, deps, { id, kind: 'time change', eventId, by: 'The system', reason })
    })
  }
}

/**
 * Gives the event its new day and places and moves every appointment whose member has not come, with a
 * mail to each member whose time is another and to each on the waiting list. Holds and offers end;
 * places are offered again. Lock the booked appointments and the event first. Returns the id of the bulk
 * action, which is `id` for one that waited.
 */
async function carryOut(
  tx: Tx,
  deps: TimeDeps,
  {
    change: request,
    by,
    id: waited,
  }: { change: Change; by: Pick<Staff, 'id' | 'userId'>; id: number | null },
): Promise<number> {
  const { eventId, message } = request
  const now = deps.now()
  await lockPlaces(tx, { eventId, now })
  await lockBooked(tx, eventId)
  const event = await findEventRecord(tx, eventId)
  const change = await planTimeChange(tx, { event, params: request, now })
  if (change.preview.shown !== request.shown) throw new Refused('preview_outdated')
  const { day, slots, assigned, arrived, moved, booked, waits, invited } = change
  const free = moved.map((one) => ({
    ...one,
    freeUntil: freeCancellationEnds(request.free_cancellation, { now, startsAt: one.startsAt }),
  }))

  await removeAllPlaces(tx, eventId)
  await takeBackOffers(tx, eventId)
  await followOffers(tx, { eventId, now })
  await moveAppointments(tx, { moved: free, now })
  await insertNewPlaces(tx, eventId, placesOf(slots, assigned, arrived))
  await updateEvent(tx, eventId, { ...day, changedBy: by.id })

  const ended = { state: 'done', finishedAt: now } as const
  const id =
    waited ??
    (await insertBulkAction(tx, {
      ...ended,
      kind: 'time change',
      eventId,
      message,
      madeBy: by.id,
      createdAt: now,
    }))
  if (waited !== null) await updateBulkAction(tx, waited, { ...ended, request: null })
  const { startsAt, endsAt, sessionMinutes, placesPerSlot, breaks } = change.event
  await insertAudit(tx, { by, subject: `event ${eventId}`, at: now }, 'time of the event changed', {
    bulkAction: id,
    before: { startsAt, endsAt, sessionMinutes, placesPerSlot, breaks },
    after: day,
    appointments: booked.length,
    moved: moved.length,
    arrived: arrived.length,
    freeCancellation: request.free_cancellation,
  })
  const toldBooked = await tellBooked(tx, deps, { free, booked, message, by, id, eventId })
  await moveInvitations(tx, deps, { eventId, rows: invited })
  await offerPlaces(tx, deps, { eventId, now })
  const told = [...toldBooked, ...(await tellWaiting(tx, deps, { eventId, waits, message }))]
  const done = { bulkActionId: id, state: 'done' as const, doneAt: now }
  await insertDoneItems(
    tx,
    told.map((one) => ({ ...one, ...done })),
  )
  for (const { isMailed, ...one } of told)
    if (!isMailed) await callAboutEvent(tx, { ...one, eventId, now })
  return id
}

import {
  changePlaces,
  dayOfPlan,
  planSlots,
  type SlotPlan,
  whyNotPlan,
} from '../../domain/office/slot-plan.ts'
import { isCalendarDate, ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import {
  addPlaces,
  type EventRecord,
  findEventFacts,
  lockPlaces,
  removePlaces,
  setKeptBack,
} from './office.queries.ts'

/** The plan by which the event's places were made; one of even slots for events from before it. */
export async function planOf(q: Queryable, event: EventRecord): Promise<SlotPlan> {
  const { keptBack } = await findEventFacts(q, event.id)
  const plan = {
    start: ukTime(event.startsAt),
    end: ukTime(event.endsAt),
    session_minutes: event.sessionMinutes,
    places_per_slot: event.placesPerSlot ?? 1,
    breaks: event.breaks,
    kept_back: event.status === 'cancelled' ? 0 : keptBack,
  }
  if (event.placesPerSlot !== null) return plan
  const slots = planSlots(ukDate(event.startsAt), plan).length
  return { ...plan, places_per_slot: Math.max(1, Math.ceil(event.totalPlaces / slots)) }
}

/** The day and the plan as columns of the event. Throws Refused invalid_request with `fields`. */
export function planColumns(date: string, plan: SlotPlan) {
  if (!isCalendarDate(date)) throw invalidField('event_date', 'This is not a date.')
  const reason = whyNotPlan(date, plan)
  if (reason) throw invalidField(reason.field, reason.message)
  const { session_minutes: sessionMinutes, places_per_slot: placesPerSlot, breaks } = plan
  return { ...dayOfPlan(date, plan), sessionMinutes, placesPerSlot, breaks }
}

export async function makePlaces(
  tx: Tx,
  { id, date, plan }: { id: number; date: string; plan: SlotPlan },
): Promise<void> {
  await addPlaces(tx, id, changePlaces([], planSlots(date, plan)).add)
}

/** Gives a draft the places of another plan. */
export async function replaceDraftPlaces(
  tx: Tx,
  { id, date, plan, now }: { id: number; date: string; plan: SlotPlan; now: Date },
): Promise<void> {
  await removePlaces(tx, id, await lockPlaces(tx, { eventId: id, now }))
  await makePlaces(tx, { id, date, plan })
}

/** Adds places, and takes away free ones. Throws Refused places_taken with `times`. */
export async function replan(
  tx: Tx,
  { before, date, plan, now }: { before: EventRecord; date: string; plan: SlotPlan; now: Date },
): Promise<void> {
  const { id, sessionMinutes } = before
  const places = await lockPlaces(tx, { eventId: id, now })
  const taken = places.filter(({ isTaken }) => isTaken)
  // An appointment lasts a session.
  if (plan.session_minutes !== sessionMinutes && taken.length > 0)
    throw placesTaken(taken.map(({ startsAt }) => startsAt))
  const changes = changePlaces(places, planSlots(date, plan))
  if (changes.taken.length > 0 || changes.notKept > 0) throw placesTaken(changes.taken)
  await removePlaces(tx, id, changes.remove)
  await addPlaces(tx, id, changes.add)
  await setKeptBack(tx, id, { keys: changes.keepBack, isKeptBack: true })
  await setKeptBack(tx, id, { keys: changes.release, isKeptBack: false })
}

function placesTaken(starts: Date[]): Refused {
  return new Refused('places_taken', { times: [...new Set(starts.map(ukTime))] })
}

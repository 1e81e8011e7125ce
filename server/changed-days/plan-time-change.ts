import { createHash } from 'node:crypto'
import { endForPlaces, planSlots, type SlotPlan } from '../../domain/office/slot-plan.ts'
import {
  type Assigned,
  assignSlots,
  type TimeChoice,
  timeOnNewDay,
} from '../../domain/office/time-change.ts'
import type { TimeChangePreview } from '../../domain/office/time-change-schemas.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { listUnbookedInvitations } from '../bookings/invitations/invitations.queries.ts'
import { findNewDoubts } from '../events/doubts.ts'
import { type EventRecord, findStaffName } from '../events/office.queries.ts'
import { planColumns, planOf } from '../events/slot-plan.ts'
import type { Queryable } from '../platform/db/database.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import { type BookedRow, listBooked, listOpenWaits, type Moved } from './change-time.queries.ts'
import { toArrived } from './list-arrived.ts'

export type NewTime = {
  eventId: number
  version: number
  event_date: string
  slot_plan: SlotPlan
  times: TimeChoice
}

/** The new day, its slots and who gets which; `arrived` stay at their time. Throws as previewTimeChange. */
export async function planTimeChange(
  q: Queryable,
  { event, params, now }: { event: EventRecord | null; params: NewTime; now: Date },
) {
  mustBeChangeable(event, now)
  if (event.version !== params.version)
    throw new Refused('changed_meanwhile', { by: await findStaffName(q, event.changedBy) })
  const { event_date: date, slot_plan: plan, times } = params
  const day = planColumns(date, plan)
  if (day.startsAt <= now)
    throw invalidField('event_date', 'This time is in the past. Choose a later time.')
  const before = await planOf(q, event)
  const from = { date: ukDate(event.startsAt), start: before.start }
  if (date === from.date && JSON.stringify(plan) === JSON.stringify(before))
    throw invalidField('event_date', 'This is already the event’s time.')

  const [all, waits] = [await listBooked(q, event.id), await listOpenWaits(q, event.id)]
  const invited = await listUnbookedInvitations(q, event.id, now)
  // Who has come keeps the time at which they came.
  const booked = all.filter(({ hasArrived }) => !hasArrived)
  const arrived = all.filter(({ hasArrived }) => hasArrived)
  const to = { date, start: plan.start }
  const slots = planSlots(date, plan)
  const assigned = assignSlots(
    booked.map(({ id, startsAt }) => ({ id, wanted: timeOnNewDay(startsAt, { from, to, times }) })),
    slots,
  )
  if (!assigned) throw tooFewPlaces(booked.length, { date, plan, slots: slots.length })
  const moved = movesOf(booked, assigned)
  const isWithoutEmail = ({ email }: { email: string | null }) => !email
  const doubts = await findNewDoubts(q, { before: event, after: { ...event, ...day } })
  const concerned = booked.filter(({ id }) => moved.some((one) => one.id === id))
  const preview: TimeChangePreview = {
    appointments: booked.length,
    moved: moved.length,
    waiting: waits.length,
    invited: invited.length,
    arrived: toArrived(arrived),
    without_email: [...concerned, ...waits].filter(isWithoutEmail).length,
    places: slots.length * plan.places_per_slot,
    doubts,
    nearest: nearestOf(booked, assigned),
    shown: createHash('sha256')
      .update(
        JSON.stringify([
          day,
          doubts,
          arrived.map(({ id }) => id),
          assigned.map(({ id, slot }) => [id, slot.startsAt]),
        ]),
      )
      .digest('base64url'),
  }
  return { event, day, slots, assigned, arrived, moved, booked, waits, invited, preview }
}

function movesOf(booked: BookedRow[], assigned: readonly Assigned[]): Omit<Moved, 'freeUntil'>[] {
  const before = new Map(booked.map((one) => [one.id, one]))
  return assigned
    .map(({ id, slot: { startsAt, endsAt } }) => ({ id, startsAt, endsAt }))
    .filter(({ id, startsAt, endsAt }) => {
      const old = before.get(id)
      return (
        old?.startsAt.getTime() !== startsAt.getTime() || old.endsAt.getTime() !== endsAt.getTime()
      )
    })
}

function nearestOf(
  booked: BookedRow[],
  assigned: readonly Assigned[],
): TimeChangePreview['nearest'] {
  const others = new Map(assigned.filter(({ isOther }) => isOther).map((one) => [one.id, one]))
  return booked.flatMap(({ id, memberId, firstName, lastName, startsAt }) => {
    const other = others.get(id)
    if (!other) return []
    return {
      appointment_id: id,
      member_id: memberId,
      name: `${firstName} ${lastName}`,
      from_date: ukDate(startsAt),
      from_time: ukTime(startsAt),
      to_date: other.slot.date,
      to_time: other.slot.time,
    }
  })
}

function tooFewPlaces(
  appointments: number,
  { date, plan, slots }: { date: string; plan: SlotPlan; slots: number },
): Refused {
  const end = endForPlaces(date, plan, appointments)
  const places = slots * plan.places_per_slot
  return new Refused('too_few_places', {
    appointments,
    places,
    ...(end !== null && { end_at_least: end }),
  })
}

function mustBeChangeable(event: EventRecord | null, now: Date): asserts event is EventRecord {
  if (!event) throw new Refused('not_found')
  if (event.status === 'draft') throw new Refused('not_published')
  if (event.status === 'cancelled') throw new Refused('event_cancelled')
  if (event.bookingClosedAt) throw new Refused('cancellation_waits')
  if (event.startsAt <= now) throw new Refused('event_begun')
}

import { DAY_MS, HOUR_MS } from '../durations.ts'
import type { Role } from './permissions.ts'

/**
 * Whether a person may open an event's day (rules §9.1): from the office always, from the venue
 * an assigned one from 24 hours before its start to 24 hours after its end.
 */
export function mayOpenDay(
  { roles, eventIds }: { roles: readonly Role[]; eventIds: readonly number[] },
  event: { id: number; startsAt: Date; endsAt: Date },
  now: Date,
): boolean {
  if (roles.includes('office')) return true
  if (!roles.includes('venue') || !eventIds.includes(event.id)) return false
  return (
    now.getTime() >= event.startsAt.getTime() - DAY_MS &&
    now.getTime() <= event.endsAt.getTime() + DAY_MS
  )
}

/**
 * Milliseconds for which a tablet keeps the people of a day that it reads `now`: a day at most, and
 * not after the day closes for the venue. Who may open it later keeps them for an hour.
 */
export function keptFor(endsAt: Date, now: Date): number {
  return Math.min(DAY_MS, Math.max(HOUR_MS, endsAt.getTime() + DAY_MS - now.getTime()))
}

/**
 * Whether a press can have been at this time: not before the day opens for the venue, nor after
 * now; a tablet's clock may be an hour off. `slot` is when the appointment begins.
 */
export function isLikelyTime(at: Date, { slot, now }: { slot: Date; now: Date }): boolean {
  return (
    at.getTime() <= now.getTime() + HOUR_MS && at.getTime() >= slot.getTime() - 2 * DAY_MS - HOUR_MS
  )
}

type Worker = { roles: readonly Role[]; leadEventIds: readonly number[] }

/** Whether a person leads this day: the office leads every day, at the venue one who was named. */
export function isLeadOf({ roles, leadEventIds }: Worker, eventId: number): boolean {
  if (roles.includes('office')) return true
  return roles.includes('venue') && leadEventIds.includes(eventId)
}

/**
 * Whether a person may read a paper of the day, such as its laboratory form, or its incidents: who may open the
 * day, and a clinician always.
 */
export function mayReadOfDay(
  staff: Parameters<typeof mayOpenDay>[0],
  event: Parameters<typeof mayOpenDay>[1],
  now: Date,
): boolean {
  return staff.roles.includes('clinician') || mayOpenDay(staff, event, now)
}

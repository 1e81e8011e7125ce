// Once the member has come, an appointment is a fact: it is neither cancelled nor moved, and only its
// money may change. A reason why no sample was taken ends it, so that another may be booked.
import type { AttendanceState } from './office/attendance-states.ts'

const CAME: readonly AttendanceState[] = ['arrived', 'sampled', 'not_sampled']

/** `state` is null before anything was recorded. */
export function hasCome(state: AttendanceState | null): boolean {
  return state !== null && CAME.includes(state)
}

type Changeable = { attendance: AttendanceState | null; startsAt: Date }

/** Why nobody may cancel or move the appointment; null when somebody may. */
export function whyNotChange(
  { attendance, startsAt }: Changeable,
  now: Date,
): 'arrived' | 'started' | null {
  if (hasCome(attendance)) return 'arrived'
  return startsAt <= now ? 'started' : null
}

export function mayChange(appointment: Changeable, now: Date): boolean {
  return whyNotChange(appointment, now) === null
}

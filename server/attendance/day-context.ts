import type { ActionOutcome, Flag } from '../../domain/office/attendance.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../staff/guard.ts'
import type { DayAppointment } from './day-appointments.ts'

export type AttendanceDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys' | 'settings'
>
/** What became of a press, and of whose appointment; `also` has what else a person should look at. */
export type Recorded = {
  outcome: ActionOutcome
  also?: Flag[]
  appointment: DayAppointment | null
}

export type DayContext = { eventId: number; isClosed: boolean; by: Staff; now: Date }

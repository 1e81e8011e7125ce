import type { ActionOutcome, Flag } from '../../../domain/office/attendance.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../staff/guard.ts'
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

export type DayContext = {
  eventId: number
  isClosed: boolean
  /** What the laboratory takes as a tube's code. */
  tubes: TubeRule
  by: Staff
  now: Date
}

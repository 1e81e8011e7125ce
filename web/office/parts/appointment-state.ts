import type { AttendanceState } from '../../../domain/office/attendance-states.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'

type Appointment = OfficeMember['appointments'][number]
type Badged = { tone: 'good' | 'none' | 'warn' | 'bad'; words: string }

const CAME_OF_IT: Record<Exclude<AttendanceState, 'expected' | 'arrived'>, Badged> = {
  sampled: { tone: 'good', words: 'Attended, sample taken' },
  not_sampled: { tone: 'bad', words: 'Attended, no sample taken' },
  did_not_attend: { tone: 'bad', words: 'Did not attend' },
}

/** What came of an appointment; before that, whether it stands. */
export function appointmentState(
  appointment: Pick<Appointment, 'status' | 'attendance' | 'is_over'>,
): Badged {
  const { status, attendance, is_over: isOver } = appointment
  if (status === 'cancelled') return { tone: 'none', words: 'Cancelled' }
  if (attendance === 'arrived')
    return { tone: 'warn', words: isOver ? 'Attended, no sample recorded' : 'Arrived' }
  if (attendance !== null && attendance !== 'expected') return CAME_OF_IT[attendance]
  return isOver
    ? { tone: 'warn', words: 'Passed, nothing recorded' }
    : { tone: 'good', words: 'Booked' }
}

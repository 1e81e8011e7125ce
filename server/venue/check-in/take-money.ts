import type { Flag } from '../../../domain/office/attendance.ts'
import { takeAtTheDoor } from '../../checkout/payments/record-venue-payment.ts'
import { undoTakingAtTheDoor } from '../../checkout/payments/undo-venue-payment.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DayAppointment } from './day-appointments.ts'
import type { DayContext, Recorded } from './day-context.ts'
import type { Press } from './press.ts'

type OfDay<P> = {
  press: P
  appointment: DayAppointment | null
  warning: Flag | null
  day: DayContext
}
type Code = Extract<Recorded['outcome'], { status: 'refused' }>['code']

/** Books what was taken from a person of the day; what cannot be booked is refused with the sum. */
export function takeMoney(tx: Tx, of: OfDay<Press>): Promise<Recorded> {
  const { press, warning, day } = of
  const { by: staff, now } = day
  return record(of, (appointment) => {
    const { id, at, pence, how } = press
    const takenAt = warning === 'clock_wrong' || at > now ? now : at
    return takeAtTheDoor(tx, { id, appointment, pence, how, takenAt, staff, now })
  })
}

/** Takes back what was booked of a taking at the door; `press.undoes` is that taking. */
export function takeMoneyBack(tx: Tx, of: OfDay<Press & { undoes: string }>): Promise<Recorded> {
  const { by: staff, now } = of.day
  return record(of, async (appointment) => {
    const { undoes: paymentId, reason } = of.press
    if (!reason) return 'reason_needed'
    return undoTakingAtTheDoor(tx, { paymentId, reason, appointment, staff, now })
  })
}

/** `act` says why it refuses, or null. */
async function record(
  { appointment, warning, day }: Omit<OfDay<Press>, 'press'>,
  act: (appointment: DayAppointment) => Promise<Code | null>,
): Promise<Recorded> {
  const code = appointment ? await act(appointment) : 'not_of_this_event'
  if (code) return { outcome: { status: 'refused', code }, appointment }
  return { outcome: bookedOutcome(warning, day.isClosed), appointment }
}

function bookedOutcome(warning: Flag | null, isClosed: boolean): Recorded['outcome'] {
  const code = warning ?? (isClosed ? 'day_closed' : null)
  return code ? { status: 'flagged', code } : { status: 'applied', code: null }
}

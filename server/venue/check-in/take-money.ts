import type { Flag } from '../../../domain/office/attendance.ts'
import { takeAtTheDoor } from '../../checkout/payments/record-venue-payment.ts'
import { undoTakingAtTheDoor } from '../../checkout/payments/undo-venue-payment.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DayAppointment } from './day-appointments.ts'
import type { DayContext, Recorded } from './day-context.ts'
import type { Press } from './press.ts'

/** Books what was taken from a person of the day; what cannot be booked is refused with the sum. */
export async function takeMoney(
  tx: Tx,
  of: {
    press: Press
    appointment: DayAppointment | null
    warning: Flag | null
    day: DayContext
  },
): Promise<Recorded> {
  const { press, appointment, warning, day } = of
  const { by: staff, isClosed, now } = day
  if (!appointment)
    return { outcome: { status: 'refused', code: 'not_of_this_event' }, appointment }
  const { id, at, pence, how } = press
  const takenAt = warning === 'clock_wrong' || at > now ? now : at
  const refusal = await takeAtTheDoor(tx, { id, appointment, pence, how, takenAt, staff, now })
  if (refusal) return { outcome: { status: 'refused', code: refusal }, appointment }
  return { outcome: bookedOutcome(warning, isClosed), appointment }
}

/** Takes back what was booked of a taking at the door; `press.undoes` is that taking. */
export async function takeMoneyBack(
  tx: Tx,
  of: {
    press: Press & { undoes: string }
    appointment: DayAppointment | null
    warning: Flag | null
    day: DayContext
  },
): Promise<Recorded> {
  const { press, appointment, warning, day } = of
  const { by: staff, isClosed, now } = day
  if (!appointment)
    return { outcome: { status: 'refused', code: 'not_of_this_event' }, appointment }
  const { undoes: paymentId, reason } = press
  if (!reason) return { outcome: { status: 'refused', code: 'reason_needed' }, appointment }
  const refusal = await undoTakingAtTheDoor(tx, { paymentId, reason, appointment, staff, now })
  if (refusal) return { outcome: { status: 'refused', code: refusal }, appointment }
  return { outcome: bookedOutcome(warning, isClosed), appointment }
}

function bookedOutcome(warning: Flag | null, isClosed: boolean): Recorded['outcome'] {
  const code = warning ?? (isClosed ? 'day_closed' : null)
  return code ? { status: 'flagged', code } : { status: 'applied', code: null }
}

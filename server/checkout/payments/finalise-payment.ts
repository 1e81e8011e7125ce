import { findSlot } from '../../../domain/slots.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import {
  type Booking,
  lostRace,
  prepareConfirmation,
  toBooking,
  writeAppointment,
} from '../../bookings/book-appointment.ts'
import { type BookingContext, loadBookingContext } from '../../bookings/booking-context.queries.ts'
import type { Unbookable } from '../../messages/mails/payment-refunded.ts'
import { insertTransaction } from '../../money/ledger/ledger.queries.ts'
import {
  lockPayment,
  movePayment,
  type PaymentRow,
} from '../../money/ledger/payment-row.queries.ts'
import { readCard, toTransaction } from '../../money/ledger/transaction.ts'
import { refundUnbookable } from '../../money/refunds/refund-unbookable.ts'
import { isFullyRefunded } from '../../money/refunds/refunds.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { countBooking } from '../../platform/metrics/registry.ts'
import { type FinaliseDeps, finaliseBooked } from './settle-booked.ts'

/**
 * Turns a captured payment into a booking with its confirmation mail, or into a full refund when
 * the place is gone. One transaction under the payment's row lock: a second call finds it done.
 */
export async function finalisePayment(
  deps: FinaliseDeps,
  { id, eventId, forAppointmentId }: PaymentRow,
): Promise<void> {
  if (forAppointmentId !== null) return finaliseBooked(deps, id)
  const now = deps.now()
  const isBooked = await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.state !== 'paid') return false
    const { memberId, slotStartsAt } = payment
    const time = ukTime(slotStartsAt)
    const context = await loadBookingContext(tx, { memberId, eventId, time, now })
    const appointmentId = await book(tx, deps, { payment, context, now })
    if (appointmentId === null) {
      await refundUnbookable(tx, deps, { payment, because: whyUnbookable(context) })
      return false
    }
    await movePayment(tx, { id, to: 'finalised', now }, { appointmentId })
    const record = toTransaction(payment)
    await insertTransaction(tx, { memberId, paymentId: id, reportedBy: 'server', record, at: now })
    return true
  })
  if (isBooked) countBooking('card payment')
}

function whyUnbookable(context: BookingContext | null): Unbookable {
  if (context?.bookedThisEvent) return 'another payment'
  return context?.consent?.isWithdrawn ? 'consent withdrawn' : 'place gone'
}

/** The id of the new appointment, or null when the booking is no longer possible. */
async function book(
  tx: Tx,
  deps: FinaliseDeps,
  { payment, context, now }: { payment: PaymentRow; context: BookingContext | null; now: Date },
): Promise<number | null> {
  if (await isFullyRefunded(tx, payment)) return null
  const booking = toPaidBooking({ payment, context, now })
  if (!booking) return null
  const addNotice = await prepareConfirmation(deps, booking)
  try {
    // A savepoint: a failure rolls back only this, and the payment stays locked.
    await tx.transaction(async (part) => {
      for (const written of writeAppointment(part, booking)) await written
      await addNotice(part)
    })
    return booking.booked.id
  } catch (error) {
    if (lostRace(error)) return null
    throw error
  }
}

/** Null when the payment can become no booking. */
function toPaidBooking({
  payment,
  context,
  now,
}: {
  payment: PaymentRow
  context: BookingContext | null
  now: Date
}): Booking | null {
  const { slotStartsAt, capturedPence, amountPence } = payment
  const slot = context && findSlot(context.event, ukTime(slotStartsAt), ukDate(slotStartsAt))
  const isWhole = capturedPence === amountPence
  if (!context || !slot || !isWhole || slotStartsAt <= now) return null
  if (!context.consent || context.consent.isWithdrawn) return null
  const paid = { pence: capturedPence, lastDigits: readCard(payment)?.lastDigits ?? null }
  // As it was when the payment began, like the price.
  const { hostSharePence } = payment
  return toBooking({ context: { ...context, hostSharePence }, slot, now, paid })
}

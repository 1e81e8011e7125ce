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
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findMember } from '../../members/members.queries.ts'
import { paymentReceived } from '../../messages/mails/payment-received.ts'
import type { Unbookable } from '../../messages/mails/payment-refunded.ts'
import { insertTransaction } from '../../money/ledger/ledger.queries.ts'
import {
  lockPayment,
  movePayment,
  type PaymentRow,
} from '../../money/ledger/payment-row.queries.ts'
import { readCard, sourceOf, toTransaction } from '../../money/ledger/transaction.ts'
import { findDueBeside } from '../../money/refunds/money-records.queries.ts'
import { refundUnbookable } from '../../money/refunds/refund-unbookable.ts'
import { isFullyRefunded } from '../../money/refunds/refunds.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { countBooking } from '../../platform/metrics/registry.ts'
import {
  type LinkedAppointment,
  lockPayable,
  setPaymentStatus,
} from '../payment-links/payment-links.queries.ts'

export type FinaliseDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

/** What a finalised payment is for, or why it is refunded. */
type PaidFor =
  | { appointmentId: number; eventId: number; slotStartsAt: Date }
  | { because: Unbookable }

/**
 * Turns a captured payment into a booking with its confirmation mail, or into the paid appointment that it
 * was for; or into a full refund when neither is possible. One transaction under the payment's row lock: a
 * second call finds it done.
 */
export async function finalisePayment(
  deps: FinaliseDeps,
  { id, eventId }: PaymentRow,
): Promise<void> {
  const now = deps.now()
  const isNewBooking = await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.state !== 'paid') return false
    const isBooked = payment.forAppointmentId !== null
    const paidFor = isBooked
      ? await payForBooked(tx, deps, { payment, now })
      : await bookPaid(tx, deps, { payment, now })
    if ('because' in paidFor) {
      await refundUnbookable(tx, deps, { payment, because: paidFor.because })
      return false
    }
    await movePayment(tx, { id, to: 'finalised', now }, paidFor)
    const { memberId } = payment
    const record = toTransaction(payment)
    await insertTransaction(tx, { memberId, paymentId: id, reportedBy: 'server', record, at: now })
    return !isBooked
  })
  if (isNewBooking) countBooking('card payment')
}

/** Books the slot of the payment, unless that is no longer possible. */
async function bookPaid(
  tx: Tx,
  deps: FinaliseDeps,
  { payment, now }: { payment: PaymentRow; now: Date },
): Promise<PaidFor> {
  const { memberId, eventId, slotStartsAt } = payment
  const time = ukTime(slotStartsAt)
  const context = await loadBookingContext(tx, { memberId, eventId, time, now })
  const because = whyUnbookable(context)
  const booking = toPaidBooking({ payment, context, now })
  if (!booking || (await isFullyRefunded(tx, payment))) return { because }
  const addNotice = await prepareConfirmation(deps, booking)
  try {
    // A savepoint: a failure rolls back only this, and the payment stays locked.
    await tx.transaction(async (part) => {
      for (const written of writeAppointment(part, booking)) await written
      await addNotice(part)
    })
    return { appointmentId: booking.booked.id, eventId, slotStartsAt }
  } catch (error) {
    if (lostRace(error)) return { because }
    throw error
  }
}

function whyUnbookable(context: BookingContext | null): Unbookable {
  if (context?.bookedThisEvent) return 'another payment'
  return context?.consent?.isWithdrawn ? 'consent withdrawn' : 'place gone'
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
  const paid = {
    pence: capturedPence,
    lastDigits: readCard(payment)?.lastDigits ?? null,
    source: sourceOf(payment),
  }
  // As it was when the payment began, like the price.
  const { hostSharePence } = payment
  return toBooking({ context: { ...context, hostSharePence }, slot, now, paid })
}

/** Marks the appointment of a captured payment as paid and mails a receipt, unless it is to be refunded. */
async function payForBooked(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'settings'>,
  { payment, now }: { payment: PaymentRow; now: Date },
): Promise<PaidFor> {
  const payable = await lockPayable(tx, payment.forAppointmentId)
  if (!payable || !(await isTaken(tx, { payment, payable })))
    return { because: payable?.status === 'booked' ? 'another payment' : 'cancelled' }
  const { id: appointmentId, eventId, startsAt: slotStartsAt } = payable
  await setPaymentStatus(tx, { id: appointmentId, paymentStatus: 'paid by card', now })
  await insertAudit(
    tx,
    { memberId: payment.memberId, subject: `appointment ${appointmentId}`, at: now },
    'paid by link',
    { pence: payment.capturedPence, payment: payment.id },
  )
  await sendReceipt(tx, deps, { payment, payable })
  return { appointmentId, eventId, slotStartsAt }
}

/** Whether the captured money pays for the appointment; late money too, when it is still unpaid. */
async function isTaken(
  tx: Tx,
  { payment, payable }: { payment: PaymentRow; payable: LinkedAppointment },
): Promise<boolean> {
  if (await isFullyRefunded(tx, payment)) return false
  const { id: appointmentId, paymentStatus } = payable
  const duePence = await findDueBeside(tx, { appointmentId, paymentId: payment.id })
  return paymentStatus === 'not paid' && duePence > 0 && payment.capturedPence === duePence
}

async function sendReceipt(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'settings'>,
  { payment, payable }: { payment: PaymentRow; payable: LinkedAppointment },
): Promise<void> {
  const member = await findMember(tx, payment.memberId)
  const event = await findEventDetails(tx, payable.eventId)
  if (!member || !event) return
  const lastDigits = readCard(payment)?.lastDigits ?? null
  const source = sourceOf(payment)
  const { amountPence: pence } = payment
  const { startsAt } = payable
  const { publicUrl } = deps.settings
  const mail = paymentReceived({ member, event, startsAt, pence, lastDigits, source, publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
}

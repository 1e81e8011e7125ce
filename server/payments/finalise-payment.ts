import { z } from 'zod/mini'
import { findSlot } from '../../domain/slots.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { lostRace } from '../bookings/before-booking.ts'
import { type BookingContext, loadBookingContext } from '../bookings/book-appointment.queries.ts'
import { toBook, writeAppointment } from '../bookings/write-appointment.ts'
import type { Tx } from '../db/database.ts'
import { Refused } from '../http/refused.ts'
import { insertTransaction } from '../ledger/ledger.queries.ts'
import { toTransaction } from '../ledger/transaction.ts'
import { findMember } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import { isFullyRefunded, refundUnbookable } from '../refunds/refund-unbookable.ts'
import { lockPayment, movePayment, type PaymentRow } from './payments.queries.ts'
import type { PaymentDeps } from './settlement.ts'
import { StoredCard } from './stored-order.ts'

/**
 * Turns a captured payment into a booking with its confirmation mail, or into a full refund when
 * the place is gone. One transaction under the payment's row lock: a second call finds it done.
 */
export async function finalisePayment(deps: PaymentDeps, id: string): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.state !== 'paid') return
    const { memberId, eventId } = payment
    const known = await loadBookingContext(tx, { memberId, eventId, now })
    const booked = await book(tx, { deps, payment, known, now })
    const hasAnother = known?.bookedThisEvent === true
    const hasWithdrawn = known?.consent?.isWithdrawn === true
    if (booked === null) return refundUnbookable(tx, { deps, payment, hasAnother, hasWithdrawn })
    await movePayment(tx, { id, to: 'finalised', now }, { appointmentId: booked })
    const record = toTransaction(payment, 'COMPLETED')
    await insertTransaction(tx, { memberId, paymentId: id, reportedBy: 'server', record, at: now })
  })
}

type Finalising = {
  deps: PaymentDeps
  payment: PaymentRow
  known: BookingContext | null
  now: Date
}

/** The id of the new appointment, or null when the booking is no longer possible. */
async function book(tx: Tx, { deps, payment, known, now }: Finalising): Promise<number | null> {
  const { memberId, slotStartsAt, capturedPence, amountPence } = payment
  if (await isFullyRefunded(tx, payment)) return null
  const member = await findMember(tx, memberId)
  const slot = known && findSlot(known.event, ukTime(slotStartsAt), ukDate(slotStartsAt))
  const isWhole = capturedPence === amountPence
  if (!member || !known || !slot || !isWhole || slotStartsAt <= now) return null
  const card = z.nullable(StoredCard).parse(payment.card)
  const paid = { pence: capturedPence, lastDigits: card?.lastDigits ?? null }
  try {
    // A savepoint: a constraint failure rolls back only this, and the payment stays locked.
    const booking = toBook(member, known, slot, now, paid)
    return await tx.transaction(async (part) => (await writeAppointment(part, deps, booking)).id)
  } catch (error) {
    if (error instanceof Refused || lostRace(error)) return null
    throw error
  }
}

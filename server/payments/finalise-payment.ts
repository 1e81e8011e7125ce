import { z } from 'zod/mini'
import { findSlot } from '../../domain/slots.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { lostRace } from '../bookings/before-booking.ts'
import { type BookingContext, loadBookingContext } from '../bookings/booking-context.queries.ts'
import { toBook, writeAppointment } from '../bookings/write-appointment.ts'
import type { Tx } from '../db/database.ts'
import { Refused } from '../http/refused.ts'
import { findMember } from '../members/members.queries.ts'
import { insertTransaction } from './ledger.queries.ts'
import { lockPayment, movePayment, type PaymentRow } from './payments.queries.ts'
import { isFullyRefunded, refundUnbookable } from './refund-unbookable.ts'
import type { PaymentDeps } from './settlement.ts'
import { StoredCard } from './stored-order.ts'
import { toTransaction } from './transaction.ts'

/**
 * Makes of money that was taken what was promised for it: the appointment, with its confirmation, or
 * all of the money back when the place is gone. In one transaction, under the lock of the payment's
 * row: whoever comes second finds it done.
 */
export async function finalisePayment(deps: PaymentDeps, id: string): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
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
  deps.jobs.kick()
  deps.cache.clear()
}

type Finalising = {
  deps: PaymentDeps
  payment: PaymentRow
  known: BookingContext | null
  now: Date
}

/** The appointment that the money was for, or null when it cannot be had any more. */
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
    // What the database refuses is undone alone; the payment's row stays locked for what follows.
    const booking = toBook(member, known, slot, now, paid)
    return await tx.transaction(async (part) => (await writeAppointment(part, deps, booking)).id)
  } catch (error) {
    if (error instanceof Refused || lostRace(error)) return null
    throw error
  }
}

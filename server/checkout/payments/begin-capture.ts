import { whyNotTake } from '../../../domain/office/payment-links.ts'
import { mayTakeUnheld, whyNotPay } from '../../../domain/payments.ts'
import type { Reason } from '../../../domain/refusals.ts'
import { ukTime } from '../../../domain/uk-time.ts'
import { loadBookingContext } from '../../bookings/booking-context.queries.ts'
import { ensureHold } from '../../bookings/ensure-hold.ts'
import { extendHoldTo } from '../../bookings/places.queries.ts'
import type { Deps } from '../../deps.ts'
import { lockMember } from '../../members/members.queries.ts'
import {
  lockPayment,
  movePayment,
  type PaymentRow,
} from '../../money/ledger/payment-row.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockPayable } from '../payment-links/payment-links.queries.ts'
import { placeOf } from './held-place.ts'

/**
 * What started the settlement. member: the member waits for the response. webhook: the provider
 * sent one; the payment is not expired, since the member may still be paying. sweep: it was idle.
 */
export type Trigger = 'member' | 'webhook' | 'sweep'

type CaptureDeps = Pick<Deps, 'database' | 'now'>

/** How long the place stays held, at least, while the provider captures. */
const CAPTURE_MS = 2 * 60_000

/** Moves the payment to 'capturing', or returns why not. */
export function beginCapture(
  deps: CaptureDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<'begun' | 'over' | Reason> {
  return payment.forAppointmentId === null
    ? beginForBooking(deps, payment, trigger)
    : beginForBooked(deps, payment)
}

/** With its place held. */
async function beginForBooking(
  deps: CaptureDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<'begun' | 'over' | Reason> {
  const { id, memberId, eventId, slotStartsAt } = payment
  const now = deps.now()
  const place = placeOf(payment, now, new Date(now.getTime() + CAPTURE_MS))
  // A webhook, and a sweep of a payment that had a hold, takes no other place.
  const orAnother = trigger === 'member' || (trigger === 'sweep' && mayTakeUnheld(payment, now))
  return deps.database.transaction(async (tx) => {
    // Serialises the payments of one member: the second sees the first.
    await lockMember(tx, memberId)
    const locked = await lockPayment(tx, id)
    if (locked?.state === 'capturing') {
      await extendHoldTo(tx, place)
      return 'begun'
    }
    if (locked?.state !== 'created' && locked?.state !== 'approved') return 'over'
    const time = ukTime(slotStartsAt)
    const context = await loadBookingContext(tx, { memberId, eventId, time, now })
    const reason = whyNotPay(context, slotStartsAt, now) ?? (await whyNotHeld(tx))
    if (reason === null) {
      await movePayment(tx, { id, to: 'capturing', now })
      return 'begun'
    }
    const mayExpire = reason !== 'payment_under_way' && trigger !== 'webhook'
    if (mayExpire) await movePayment(tx, { id, to: 'expired', now })
    return reason
  })

  async function whyNotHeld(tx: Tx): Promise<Reason | null> {
    return (await ensureHold(tx, place, { orAnother })) ? null : 'slot_taken'
  }
}

/** Unless the appointment was cancelled, paid for or moved to another price meanwhile. */
async function beginForBooked(
  { database, now: clock }: CaptureDeps,
  { id, memberId }: PaymentRow,
): Promise<'begun' | 'over' | Reason> {
  const now = clock()
  return database.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const payment = await lockPayment(tx, id)
    if (payment?.state === 'capturing') return 'begun'
    if (payment?.state !== 'created' && payment?.state !== 'approved') return 'over'
    const payable = await lockPayable(tx, payment.forAppointmentId)
    const reason = payable ? whyNotTake(payable, payment, now) : 'not_booked'
    await movePayment(tx, { id, to: reason ? 'expired' : 'capturing', now })
    return reason ?? 'begun'
  })
}

import { isSettled, nextStep } from '../../domain/payment-states.ts'
import { mayTakeUnheld, whyNotCapture, whyNotPay } from '../../domain/payments.ts'
import type { Reason } from '../../domain/refusals.ts'
import { findSlot } from '../../domain/slots.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { refuseWithdrawal } from '../bookings/book-appointment.queries.ts'
import {
  type Booking,
  lostRace,
  prepareConfirmation,
  toBooking,
  writeAppointment,
} from '../bookings/book-appointment.ts'
import { type BookingContext, loadBookingContext } from '../bookings/booking-context.queries.ts'
import { ensureHold } from '../bookings/ensure-hold.ts'
import { extendHoldOrRefuse, extendHoldTo, releaseHolds } from '../bookings/places.queries.ts'
import type { Queryable, Tx } from '../db/database.ts'
import { isWritten } from '../db/database-fault.ts'
import type { Deps } from '../deps.ts'
import { insertLedgerEntry, insertTransaction } from '../ledger/ledger.queries.ts'
import { lockPayment, movePayment, type PaymentRow } from '../ledger/payment-row.queries.ts'
import { readCard, toTransaction } from '../ledger/transaction.ts'
import { paymentPending } from '../mails/payment-pending.ts'
import type { Unbookable } from '../mails/payment-refunded.ts'
import { paymentTurnedDown } from '../mails/payment-turned-down.ts'
import { findMember, lockMember } from '../members/members.queries.ts'
import { countBooking } from '../metrics/registry.ts'
import type { Capture, OrderReport } from '../paypal/order-report.ts'
import { ProviderRefused, ProviderUnavailable } from '../paypal/paypal.ts'
import { commit, commitStatements } from '../platform/commit.ts'
import { isFullyRefunded, refundUnbookable } from '../refunds/refund-unbookable.ts'
import {
  acquireLease,
  expireOpenAttempts,
  hasOtherUnderWay,
  releaseLease,
  saveCapture,
  touchPayment,
} from './payments.queries.ts'
import { beginCaptureOfBooked, finaliseBooked } from './settle-booked.ts'
import { lockPaid, moveToCapturing, moveToFinalised, moveToPaid } from './settle-payment.queries.ts'

export type PaymentDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'paypal' | 'settings'>

/** In the provider's shape, as checkout reads it (spec §7). */
export type Refusal = { issue: string; description: string; debugId: string }

/**
 * `refusal`: the provider or the bank refused, and no money was taken. `reason`: no capture was
 * attempted, because the member may not have the booking. Both null: nothing was refused.
 */
export type Settlement = { refusal: Refusal | null; reason: Reason | null }

/**
 * What started the settlement. member: the member waits for the response. webhook: the provider
 * sent one; the payment is not expired, since the member may still be paying. sweep: it was idle.
 */
export type Trigger = 'member' | 'webhook' | 'sweep'

export const LEASE_MS = 30_000
/** How long the place stays held, at least, while the provider captures. */
const CAPTURE_MS = 2 * 60_000
const UNCHANGED: Settlement = { refusal: null, reason: null }

/**
 * Advances the payment through its states: reads the provider's order, captures it when it is
 * approved and the place is available, then books or refunds. Null while another process has the
 * lease. Rejects with ProviderUnavailable, the payment unchanged, when no usable response came.
 */
export async function settlePayment(
  deps: PaymentDeps,
  id: string,
  trigger: Trigger,
): Promise<Settlement | null> {
  const since = deps.now()
  const { db } = deps.database
  const payment = await acquireLease(db, { id, now: since, forMs: LEASE_MS })
  if (!payment) return null
  try {
    return await advance(deps, payment, trigger)
  } finally {
    await releaseLease(db, { id, since })
  }
}

async function advance(
  deps: PaymentDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<Settlement> {
  const { id, state } = payment
  const order = await findOrder(deps, payment)
  const step = nextStep(state, order)
  if (step === 'finalise') await finalise(deps, payment)
  if (step === 'expire') await expire(deps, payment, trigger)
  if (!order) return UNCHANGED
  if (step === 'wait') return waitOrExpire(deps, payment, { order, trigger })
  if (step === 'capture') return capture(deps, payment, { order, trigger })
  if (step === 'record') await record(deps, payment, order)
  // Moves it behind the other payments of the sweep.
  if (state === 'pending review') await touchPayment(deps.database.db, id, deps.now())
  return UNCHANGED
}

/** The provider's order; null when it has none, or when the state needs none. */
async function findOrder(
  { paypal }: PaymentDeps,
  { orderId, state }: PaymentRow,
): Promise<OrderReport | null> {
  // Nobody can pay an order whose id was never received.
  if (orderId === null || state === 'paid' || isSettled(state)) return null
  return paypal.findOrder(orderId)
}

type Approved = { order: OrderReport; trigger: Trigger }

/** A member is asked to approve the order; otherwise it waits as long as the place is held. */
async function waitOrExpire(
  deps: PaymentDeps,
  payment: PaymentRow,
  { order, trigger }: Approved,
): Promise<Settlement> {
  if (trigger === 'member') {
    const description = `The payment is not approved yet (${order.status}).`
    return refused({ issue: 'PAYER_ACTION_REQUIRED', description, debugId: '' })
  }
  const now = deps.now()
  const { db } = deps.database
  const isHeld = mayTakeUnheld(payment, now) || (await extendHoldTo(db, placeOf(payment, now, now)))
  if (isHeld) await touchPayment(db, payment.id, now)
  else await expire(deps, payment, trigger)
  return UNCHANGED
}

/** Expires an unpayable payment; not on a webhook, as the member may still be paying. */
async function expire(deps: PaymentDeps, { id }: PaymentRow, trigger: Trigger): Promise<void> {
  if (trigger === 'webhook') return
  await movePayment(deps.database.db, { id, to: 'expired', now: deps.now() })
}

/** Captures an approved order, unless the order was changed or the member may not book. */
async function capture(
  deps: PaymentDeps,
  payment: PaymentRow,
  { order, trigger }: Approved,
): Promise<Settlement> {
  const refusal = whyNotCapture(payment, order.approval, { always: deps.paypal.isAlways })
  if (refusal) return decline(deps, payment, { ...refusal, debugId: '' })
  const isBooked = payment.forAppointmentId !== null
  const begun = isBooked
    ? await beginCaptureOfBooked(deps, payment)
    : await beginCapture(deps, payment, trigger)
  if (begun === 'over') return UNCHANGED
  if (begun !== 'begun') return { ...UNCHANGED, reason: begun }
  try {
    await record(deps, payment, await captureOrder(deps, payment))
    return UNCHANGED
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // The refusal may mean that an earlier request, whose response was lost, captured the order.
    const current = await deps.paypal.findOrder(order.id)
    if (!current?.capture || current.capture.state === 'declined') {
      const { issue, description, debugId } = error
      return decline(deps, payment, { issue, description, debugId })
    }
    await record(deps, payment, current)
    return UNCHANGED
  }
}

/** Moves the payment to 'capturing', with its place held, or returns why not. */
async function beginCapture(
  deps: PaymentDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<'begun' | 'over' | Reason> {
  const { id, memberId, eventId, slotStartsAt } = payment
  const now = deps.now()
  const place = placeOf(payment, now, new Date(now.getTime() + CAPTURE_MS))
  if (await isBegunAtOnce(deps, payment, { place })) return 'begun'
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

/** In one round trip; false, with nothing written, unless the member may pay and holds the place. */
async function isBegunAtOnce(
  { database }: PaymentDeps,
  payment: PaymentRow,
  { place }: { place: ReturnType<typeof placeOf> },
): Promise<boolean> {
  const { id, memberId, eventId, slotStartsAt } = payment
  const { now } = place
  const time = ukTime(slotStartsAt)
  const context = await loadBookingContext(database.db, { memberId, eventId, time, now })
  if (!context?.consent || whyNotPay(context, slotStartsAt, now) !== null) return false
  const consentId = context.consent.id
  return isWritten(
    database.sendTransaction((q) => [
      lockMember(q, memberId),
      refuseWithdrawal(q, consentId),
      moveToCapturing(q, { id, memberId, eventId, now }),
      extendHoldOrRefuse(q, place),
    ]),
  )
}

/** Retries once with the same request id when no response came. */
async function captureOrder(
  { paypal }: PaymentDeps,
  { orderId, captureRequestId }: PaymentRow,
): Promise<OrderReport> {
  if (orderId === null || captureRequestId === null) throw new Error('a payment without its order')
  return paypal.capture(orderId, captureRequestId).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return paypal.capture(orderId, captureRequestId)
    throw error
  })
}

async function decline(
  deps: PaymentDeps,
  payment: PaymentRow,
  refusal: Refusal,
): Promise<Settlement> {
  const { id } = payment
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    if (!(await movePayment(tx, { id, to: 'declined', now }, { lastAnswer: refusal }))) return
    const details = { issue: refusal.issue }
    await audit(tx, payment, { action: 'payment declined', details, at: now })
  })
  return refused(refusal)
}

/**
 * Stores the outcome of the order's capture before acting on it, so that no later failure loses a
 * payment; then books or refunds. Idempotent. Throws when the order has no capture.
 */
async function record(deps: PaymentDeps, known: PaymentRow, order: OrderReport): Promise<void> {
  const { id } = known
  const { capture, card, stored: lastAnswer } = order
  if (!capture) throw new Error(`order ${order.id} has no capture`)
  const paid = await recordPaidAtOnce(deps, known, order)
  if (paid) return finalise(deps, paid)
  const isPaid = await commit(deps, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (!payment) return false
    const outcome = { payment, capture, known: { card, lastAnswer }, now: deps.now() }
    switch (capture.state) {
      case 'paid':
        return recordPaid(tx, deps, outcome)
      case 'pending review':
        await recordPending(tx, deps, outcome)
        return false
      case 'declined':
        await recordDeclined(tx, deps, outcome)
        return false
    }
  })
  if (isPaid) await finaliseStepByStep(deps, known)
}

/**
 * In one round trip; null, with nothing written, unless the capture is paid, not recorded before
 * and the only payment for the booking.
 */
async function recordPaidAtOnce(
  deps: PaymentDeps,
  payment: PaymentRow,
  { capture, card, stored: lastAnswer }: OrderReport,
): Promise<PaymentRow | null> {
  if (capture?.state !== 'paid' || capture.pence === null || !card) return null
  const { id, memberId, eventId } = payment
  const now = deps.now()
  const { id: captureId, pence: capturedPence, feePence } = capture
  const paid = { captureId, capturedPence, feePence, card, lastAnswer }
  const isRecorded = await isWritten(
    deps.database.sendTransaction((q) => [
      lockPayment(q, id),
      expireOpenAttempts(q, { memberId, eventId, except: id, now }),
      moveToPaid(q, { id, memberId, eventId, ...paid, now }),
      ...ledgerEntries({ id, capture, pence: capturedPence, at: now }).map((entry) =>
        insertLedgerEntry(q, entry),
      ),
      auditPaid(q, payment, { capture, at: now }),
    ]),
  )
  return isRecorded ? { ...payment, ...paid, state: 'paid' } : null
}

function ledgerEntries({
  id: paymentId,
  capture: { id: providerRef, feePence },
  pence,
  at,
}: {
  id: string
  capture: Capture
  pence: number
  at: Date
}) {
  const entry = { paymentId, providerRef, at }
  const charge = { ...entry, kind: 'charge', amountPence: pence } as const
  const fee = { ...entry, kind: 'fee', amountPence: -feePence } as const
  return feePence > 0 ? [charge, fee] : [charge]
}

type Outcome = {
  payment: PaymentRow
  capture: Capture
  known: Pick<PaymentRow, 'card' | 'lastAnswer'>
  now: Date
}

/** True when the payment is to be finalised now. */
async function recordPaid(
  tx: Tx,
  deps: PaymentDeps,
  { payment, capture, known, now }: Outcome,
): Promise<boolean> {
  const { id, memberId, eventId, state } = payment
  if (state === 'paid' || isSettled(state)) return state === 'paid'
  const { pence, feePence } = capture
  if (pence === null) throw new Error(`capture ${capture.id} has no amount`)
  const paid = { ...known, captureId: capture.id, capturedPence: pence, feePence }
  // An abandoned or replaced attempt may have been paid after all.
  await expireOpenAttempts(tx, { memberId, eventId, except: id, now })
  const isSecond = await hasOtherUnderWay(tx, payment)
  if (isSecond) await saveCapture(tx, id, paid)
  else await movePayment(tx, { id, to: 'paid', now }, paid)

  for (const entry of ledgerEntries({ id, capture, pence, at: now })) {
    await insertLedgerEntry(tx, entry)
  }
  await auditPaid(tx, payment, { capture, at: now })
  if (!isSecond) return true
  const second = { payment: { ...payment, ...paid }, because: 'another payment' } as const
  await refundUnbookable(tx, deps, second)
  return false
}

/** Keeps the place until the slot starts, and mails the member. */
async function recordPending(
  tx: Tx,
  deps: PaymentDeps,
  { payment, capture, known, now }: Outcome,
): Promise<void> {
  const pending = { ...known, captureId: capture.id }
  if (!(await movePayment(tx, { id: payment.id, to: 'pending review', now }, pending))) return
  const isBooked = payment.forAppointmentId !== null
  if (!isBooked)
    await ensureHold(tx, placeOf(payment, now, payment.slotStartsAt), { orAnother: true })
  const member = await findMember(tx, payment.memberId)
  const { publicUrl } = deps.settings
  if (member)
    await deps.jobs.enqueue(tx, 'mail', paymentPending({ member, payment, isBooked, publicUrl }))
}

async function recordDeclined(
  tx: Tx,
  deps: PaymentDeps,
  { payment, capture, known, now }: Outcome,
): Promise<void> {
  const { id, memberId, state } = payment
  if (!(await movePayment(tx, { id, to: 'declined', now }, known))) return
  const details = { code: capture.responseCode }
  await audit(tx, payment, { action: 'payment declined', details, at: now })
  if (state !== 'pending review') return
  const isBooked = payment.forAppointmentId !== null
  if (!isBooked) await releaseHolds(tx, memberId)
  const member = await findMember(tx, memberId)
  const { publicUrl } = deps.settings
  if (member)
    await deps.jobs.enqueue(tx, 'mail', paymentTurnedDown({ member, payment, isBooked, publicUrl }))
}

/**
 * Turns a captured payment into a booking with its confirmation mail, or into a full refund when
 * the place is gone. One transaction under the payment's row lock: a second call finds it done.
 */
async function finalise(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const isNew = payment.forAppointmentId === null
  const isBooked = isNew && (await isBookedAtOnce(deps, payment))
  if (isBooked || (await finaliseStepByStep(deps, payment))) countBooking('card payment')
}

/** In one round trip; false, with nothing written, unless the place can be booked. */
async function isBookedAtOnce(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  const { id, memberId, eventId, slotStartsAt } = payment
  const now = deps.now()
  const { db } = deps.database
  const time = ukTime(slotStartsAt)
  const context = await loadBookingContext(db, { memberId, eventId, time, now })
  const booking = toPaidBooking({ payment, context, now })
  if (!booking) return false
  const addNotice = await prepareConfirmation(deps, booking)
  const record = toTransaction(payment)
  return isWritten(
    commitStatements({ ...deps, eventIds: [eventId] }, (q) => [
      lockPaid(q, id),
      ...writeAppointment(q, booking).map((start) => start()),
      addNotice(q),
      moveToFinalised(q, { id, appointmentId: booking.booked.id, now }),
      insertTransaction(q, { memberId, paymentId: id, reportedBy: 'server', record, at: now }),
    ]),
  )
}

/** Whether it became a new appointment. */
async function finaliseStepByStep(
  deps: PaymentDeps,
  { id, forAppointmentId }: PaymentRow,
): Promise<boolean> {
  if (forAppointmentId !== null) {
    await finaliseBooked(deps, id)
    return false
  }
  const now = deps.now()
  return commit(deps, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.state !== 'paid') return false
    const { memberId, eventId, slotStartsAt } = payment
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
}

function whyUnbookable(context: BookingContext | null): Unbookable {
  if (context?.bookedThisEvent) return 'another payment'
  return context?.consent?.isWithdrawn ? 'consent withdrawn' : 'place gone'
}

/** The id of the new appointment, or null when the booking is no longer possible. */
async function book(
  tx: Tx,
  deps: PaymentDeps,
  { payment, context, now }: { payment: PaymentRow; context: BookingContext | null; now: Date },
): Promise<number | null> {
  if (await isFullyRefunded(tx, payment)) return null
  const booking = toPaidBooking({ payment, context, now })
  if (!booking) return null
  const addNotice = await prepareConfirmation(deps, booking)
  try {
    // A savepoint: a failure rolls back only this, and the payment stays locked.
    await tx.transaction(async (part) => {
      for (const start of writeAppointment(part, booking)) await start()
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

function auditPaid(
  q: Queryable,
  payment: PaymentRow,
  { capture: { id: capture, pence }, at }: { capture: Capture; at: Date },
): Promise<void> {
  return audit(q, payment, { action: 'paid', details: { pence, capture }, at })
}

function audit(
  q: Queryable,
  { id, memberId }: PaymentRow,
  entry: { action: string; details: object; at: Date },
): Promise<void> {
  return insertAudit(q, { memberId, subject: `payment ${id}`, ...entry })
}

function placeOf({ eventId, memberId, slotStartsAt }: PaymentRow, now: Date, until: Date) {
  return { eventId, memberId, startsAt: slotStartsAt, until, now }
}

function refused(refusal: Refusal): Settlement {
  return { ...UNCHANGED, refusal }
}

import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { AuditDetails } from '../../../domain/office/audit-details.ts'
import { isSettled } from '../../../domain/payment-states.ts'
import { ensureHold } from '../../bookings/ensure-hold.ts'
import { releaseHolds } from '../../bookings/places.queries.ts'
import { findMember } from '../../members/members.queries.ts'
import { paymentPending } from '../../messages/mails/payment-pending.ts'
import { paymentTurnedDown } from '../../messages/mails/payment-turned-down.ts'
import { insertLedgerEntry } from '../../money/ledger/ledger.queries.ts'
import {
  lockPayment,
  movePayment,
  type PaymentRow,
} from '../../money/ledger/payment-row.queries.ts'
import type { Capture, OrderReport } from '../../money/paypal/order-report.ts'
import { refundUnbookable } from '../../money/refunds/refund-unbookable.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { FinaliseDeps } from './finalise-payment.ts'
import { placeOf } from './held-place.ts'
import { expireOpenAttempts, hasOtherUnderWay, saveCapture } from './payments.queries.ts'

/**
 * Stores the outcome of the order's capture before anything acts on it, so that no later failure loses a
 * payment. True when the payment is to be finalised now. Idempotent. Throws when the order has no capture.
 */
export async function recordCapture(
  deps: FinaliseDeps,
  { id, eventId }: PaymentRow,
  order: OrderReport,
): Promise<boolean> {
  const { capture, card, stored: lastAnswer } = order
  if (!capture) throw new Error(`order ${order.id} has no capture`)
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
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
  deps: FinaliseDeps,
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
  deps: FinaliseDeps,
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
  deps: FinaliseDeps,
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
  { action, details, at }: { action: AuditAction; details: AuditDetails; at: Date },
): Promise<void> {
  return insertAudit(q, { memberId, subject: `payment ${id}`, at }, action, details)
}

import { penceOf, stateOfCapture } from '../../domain/payments.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { ensureHold } from '../bookings/ensure-hold.ts'
import { releaseHolds } from '../bookings/places.queries.ts'
import type { Tx } from '../db/database.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import { paymentPending } from '../mails/payment-pending.ts'
import { paymentTurnedDown } from '../mails/payment-turned-down.ts'
import { findMember } from '../members/members.queries.ts'
import { captureOf, type ProviderCapture, type ProviderOrder } from '../paypal/provider-shapes.ts'
import { commit } from '../platform/commit.ts'
import { refundUnbookable } from '../refunds/refund-unbookable.ts'
import { finalisePayment } from './finalise-payment.ts'
import {
  expireOpenTries,
  hasOtherUnderWay,
  lockPayment,
  movePayment,
  noteCapture,
  type PaymentRow,
} from './payments.queries.ts'
import type { PaymentDeps } from './settlement.ts'
import { storedCard, storedOrder } from './stored-order.ts'

/**
 * Stores the outcome of the order's capture before acting on it, so that no later failure loses a
 * payment; then books or refunds. Idempotent. Throws when the order has no capture.
 */
export async function recordCapture(
  deps: PaymentDeps,
  { id }: PaymentRow,
  order: ProviderOrder,
): Promise<void> {
  const capture = captureOf(order)
  if (!capture) throw new Error(`order ${order.id} has no capture`)
  const now = deps.now()
  const isPaid = await commit(deps, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (!payment) return false
    switch (stateOfCapture(capture.status)) {
      case 'paid':
        return recordMoney(tx, { deps, payment, order, capture, now })
      case 'pending review':
        await recordPending(tx, { deps, payment, order, capture, now })
        return false
      default:
        await recordDeclined(tx, { deps, payment, order, capture, now })
        return false
    }
  })
  if (isPaid) await finalisePayment(deps, id)
}

const WRITTEN = ['paid', 'finalised', 'refunded', 'refund failed']

type Heard = { payment: PaymentRow; order: ProviderOrder; capture: ProviderCapture; now: Date }

/** True when the payment is to be finalised now. */
async function recordMoney(
  tx: Tx,
  { deps, payment, order, capture, now }: Heard & { deps: PaymentDeps },
): Promise<boolean> {
  const captured = penceOf(capture.amount?.value ?? '')
  if (captured === null) throw new Error(`capture ${capture.id} has no amount`)
  const fee = penceOf(capture.seller_receivable_breakdown?.paypal_fee?.value ?? '') ?? 0
  const known = {
    ...{ captureId: capture.id, capturedPence: captured, feePence: fee },
    ...{ card: storedCard(order, capture), lastAnswer: storedOrder(order) },
  }
  const whose = { memberId: payment.memberId, eventId: payment.eventId, except: payment.id, now }
  if (WRITTEN.includes(payment.state)) return payment.state === 'paid'
  // An abandoned or replaced attempt may have been paid after all.
  await expireOpenTries(tx, whose)
  const isSecond = await hasOtherUnderWay(tx, payment)
  if (isSecond) await noteCapture(tx, payment.id, known)
  else await movePayment(tx, { id: payment.id, to: 'paid', now }, known)

  const entry = { paymentId: payment.id, providerRef: capture.id, at: now }
  await insertLedgerEntry(tx, { ...entry, kind: 'charge', amountPence: captured })
  if (fee > 0) await insertLedgerEntry(tx, { ...entry, kind: 'fee', amountPence: -fee })
  await insertAudit(tx, {
    memberId: payment.memberId,
    action: 'paid',
    subject: `payment ${payment.id}`,
    details: { pence: captured, capture: capture.id },
    at: now,
  })
  if (!isSecond) return true
  await refundUnbookable(tx, { deps, payment: { ...payment, ...known }, hasAnother: true })
  return false
}

async function recordPending(
  tx: Tx,
  { deps, payment, order, capture, now }: Heard & { deps: PaymentDeps },
): Promise<void> {
  const known = {
    captureId: capture.id,
    card: storedCard(order, capture),
    lastAnswer: storedOrder(order),
  }
  if (!(await movePayment(tx, { id: payment.id, to: 'pending review', now }, known))) return
  const { eventId, memberId, slotStartsAt: startsAt } = payment
  const place = { eventId, memberId, startsAt, until: startsAt, now }
  await ensureHold(tx, place, { orAnother: true })
  const member = await findMember(tx, memberId)
  if (!member) return
  const { publicUrl } = deps.settings
  const mail = paymentPending({ member, payment, publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
}

async function recordDeclined(
  tx: Tx,
  { deps, payment, order, capture, now }: Heard & { deps: PaymentDeps },
): Promise<void> {
  const wasPending = payment.state === 'pending review'
  const known = { card: storedCard(order, capture), lastAnswer: storedOrder(order) }
  if (!(await movePayment(tx, { id: payment.id, to: 'declined', now }, known))) return
  await insertAudit(tx, {
    memberId: payment.memberId,
    action: 'payment declined',
    subject: `payment ${payment.id}`,
    details: { code: capture.processor_response?.response_code ?? null },
    at: now,
  })
  // The hold was extended until the slot starts.
  if (wasPending) await releaseHolds(tx, payment.memberId)
  const member = wasPending ? await findMember(tx, payment.memberId) : null
  if (!member) return
  const { publicUrl } = deps.settings
  await deps.jobs.enqueue(tx, 'mail', paymentTurnedDown({ member, payment, publicUrl }))
}

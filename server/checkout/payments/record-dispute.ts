import type { DisputeEventKind } from '../../../domain/disputes.ts'
import { penceOf } from '../../../domain/payments.ts'
import type { Deps } from '../../deps.ts'
import { findMember } from '../../members/members.queries.ts'
import { refundReversed } from '../../messages/mails/refund-by-hand.ts'
import { lockPayment, type PaymentRow } from '../../money/ledger/payment-row.queries.ts'
import { sourceOf } from '../../money/ledger/transaction.ts'
import { insertDisputeEvent } from '../../money/refunds/disputes.queries.ts'
import {
  failUnsentRefunds,
  isFullyRefunded,
  sumRefunds,
} from '../../money/refunds/refunds.queries.ts'
import { writeRefund } from '../../money/refunds/write-refund.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockPayable, setPaymentStatus } from '../payment-links/payment-links.queries.ts'
import type { Notification } from './notification-schema.ts'
import { unlinkAppointment } from './payments.queries.ts'

type DisputeDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/** What a webhook says of a dispute or a reversal. `happenedAt` is the provider's, if it has one. */
export type DisputeReport = {
  disputeId: string
  kind: DisputeEventKind
  outcome: string | null
  pence: number | null
  happenedAt: Date | null
  webhookId: string
}

const KINDS: Record<string, DisputeEventKind> = {
  'CUSTOMER.DISPUTE.CREATED': 'opened',
  'CUSTOMER.DISPUTE.UPDATED': 'updated',
  'CUSTOMER.DISPUTE.RESOLVED': 'resolved',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
}

/** Null for a webhook about anything else. */
export function disputeReportIn(notification: Notification): DisputeReport | null {
  const { id, event_type: type, resource, create_time: sentAt } = notification
  const kind = KINDS[type]
  if (kind === undefined) return null
  const isEnded = resource?.status === 'RESOLVED' && kind !== 'reversed'
  const amount = kind === 'reversed' ? resource?.amount : resource?.dispute_amount
  return {
    disputeId: resource?.dispute_id ?? resource?.id ?? id,
    kind: isEnded ? 'resolved' : kind,
    outcome: resource?.dispute_outcome?.outcome_code ?? null,
    pence: penceOf(amount?.value ?? ''),
    happenedAt: momentOf(resource?.update_time ?? resource?.create_time ?? sentAt),
    webhookId: id,
  }
}

/** The captures that a webhook about a dispute names. */
export function disputedCaptures({ resource }: Notification): string[] {
  const captures = resource?.disputed_transactions ?? []
  return captures.flatMap(({ seller_transaction_id: id }) => id ?? [])
}

/**
 * Stores what the provider reported of the payment's dispute; of a reversal also that the money is
 * gone, which makes a booked appointment unpaid again. A repeat changes nothing.
 */
export function recordDispute(
  deps: DisputeDeps,
  { paymentId, report }: { paymentId: string; report: DisputeReport },
): Promise<void> {
  const now = deps.now()
  const { webhookId, disputeId, kind, outcome, pence: amountPence } = report
  return commit(deps, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) return
    // Without a time of the provider only a decision or a reversal counts as the latest.
    const isFinal = kind === 'resolved' || kind === 'reversed'
    const happenedAt = report.happenedAt ?? (isFinal ? now : new Date(0))
    const event = { paymentId, disputeId, webhookId, kind, outcome, amountPence, happenedAt }
    if (!(await insertDisputeEvent(tx, { ...event, receivedAt: now }))) return
    const lostPence = kind === 'reversed' ? await reverse(tx, deps, { payment, report, now }) : null
    await insertAudit(
      tx,
      { memberId: payment.memberId, subject: `payment ${paymentId}`, at: now },
      kind === 'reversed' ? 'reversed by the provider' : `dispute ${kind}`,
      { dispute: disputeId, outcome, ...(lostPence !== null && { pence: lostPence }) },
    )
  })
}

/** Pence that are gone: what is left, or as much of it as the provider names. */
async function reverse(
  tx: Tx,
  deps: DisputeDeps,
  { payment, report, now }: { payment: PaymentRow; report: DisputeReport; now: Date },
): Promise<number> {
  const { id: paymentId } = payment
  const unsentPence = await failUnsentRefunds(tx, { paymentId, problem: 'REVERSED', now })
  const { pence: refunded } = await sumRefunds(tx, paymentId)
  const remaining = (payment.capturedPence ?? 0) - refunded
  const pence = Math.min(report.pence ?? remaining, remaining)
  if (pence <= 0) return 0
  await writeRefund(tx, {
    payment,
    pence,
    reason: 'reversed',
    way: {
      kind: 'provider',
      providerRefundId: report.disputeId,
      requestId: `reversed-${report.disputeId}-${report.webhookId}`,
    },
    // recordDispute writes it, with the outcome.
    audit: null,
    now,
  })
  if (unsentPence > 0) await tellOfUnsent(tx, deps, { payment, unsentPence, reversedPence: pence })
  if (!(await isFullyRefunded(tx, payment))) return pence
  await makeUnpaid(tx, { payment, now })
  return pence
}

/** Whoever was promised a refund learns that it is not sent. */
async function tellOfUnsent(
  tx: Tx,
  { jobs }: DisputeDeps,
  sums: { payment: PaymentRow; unsentPence: number; reversedPence: number },
): Promise<void> {
  const { payment, unsentPence: pence, reversedPence } = sums
  const member = await findMember(tx, payment.memberId)
  if (!member) return
  const source = sourceOf(payment)
  await jobs.enqueue(tx, 'mail', refundReversed({ member, pence, source, reversedPence }))
}

/** A booked appointment that it paid for is due again, and may be paid by another payment. */
async function makeUnpaid(
  tx: Tx,
  { payment, now }: { payment: PaymentRow; now: Date },
): Promise<void> {
  const { appointmentId } = payment
  if (appointmentId === null) return
  const payable = await lockPayable(tx, appointmentId)
  if (payable?.status !== 'booked' || payable.paymentStatus !== 'paid by card') return
  await setPaymentStatus(tx, { id: appointmentId, paymentStatus: 'not paid', now })
  await unlinkAppointment(tx, { id: payment.id, appointmentId })
}

function momentOf(text: string | null | undefined): Date | null {
  const at = text ? new Date(text) : null
  return at && !Number.isNaN(at.getTime()) ? at : null
}

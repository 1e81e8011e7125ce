import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import {
  ledgerEntries,
  owedRefundOutcomes,
  owedRefunds,
  payments,
  refunds,
  transactionReports,
  venuePayments,
} from '../../platform/db/schema.ts'

export function findPaymentsOf(q: Queryable, memberId: number) {
  return q
    .select({
      payment: payments.id,
      description: payments.description,
      amount_pence: payments.amountPence,
      currency: payments.currency,
      state: payments.state,
      captured_pence: payments.capturedPence,
      fee_pence: payments.feePence,
      card: payments.card,
      invoice: payments.invoiceId,
      order_at_provider: payments.orderId,
      capture_at_provider: payments.captureId,
      appointment_time: payments.slotStartsAt,
      leased_at: payments.leasedAt,
      begun_at: payments.createdAt,
      changed_at: payments.updatedAt,
      answer_of_provider: payments.lastAnswer,
      taken_at_the_venue: venuePayments.how,
      taken_by: venuePayments.takenBy,
      taken_at: venuePayments.takenAt,
    })
    .from(payments)
    .leftJoin(venuePayments, eq(venuePayments.paymentId, payments.id))
    .where(eq(payments.memberId, memberId))
    .orderBy(asc(payments.createdAt))
}

export function findRefundsOf(q: Queryable, memberId: number) {
  return q
    .select({
      payment: refunds.paymentId,
      amount_pence: refunds.amountPence,
      reason: refunds.reason,
      state: refunds.state,
      refund_at_provider: refunds.providerRefundId,
      queued_at: refunds.createdAt,
      changed_at: refunds.updatedAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.memberId, memberId))
    .orderBy(asc(refunds.createdAt))
}

/** What a person pays back, and how that ended. */
export function findOwedRefundsOf(q: Queryable, memberId: number) {
  return q
    .select({
      payment: owedRefunds.paymentId,
      amount_pence: owedRefunds.amountPence,
      by_hand_because: owedRefunds.because,
      decided_at: owedRefunds.decidedAt,
      outcome: owedRefundOutcomes.outcome,
      note: owedRefundOutcomes.note,
      recorded_at: owedRefundOutcomes.recordedAt,
    })
    .from(owedRefunds)
    .leftJoin(owedRefundOutcomes, eq(owedRefundOutcomes.owedRefundId, owedRefunds.id))
    .innerJoin(payments, eq(payments.id, owedRefunds.paymentId))
    .where(eq(payments.memberId, memberId))
    .orderBy(asc(owedRefunds.id))
}

export function findLedgerOf(q: Queryable, memberId: number) {
  return q
    .select({
      payment: ledgerEntries.paymentId,
      kind: ledgerEntries.kind,
      amount_pence: ledgerEntries.amountPence,
      currency: ledgerEntries.currency,
      reference_at_provider: ledgerEntries.providerRef,
      at: ledgerEntries.at,
    })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .where(eq(payments.memberId, memberId))
    .orderBy(asc(ledgerEntries.id))
}

export function findPaymentReportsOf(q: Queryable, memberId: number) {
  return q
    .select({
      reported_by: transactionReports.reportedBy,
      record: transactionReports.record,
      at: transactionReports.at,
    })
    .from(transactionReports)
    .where(eq(transactionReports.memberId, memberId))
    .orderBy(asc(transactionReports.id))
}

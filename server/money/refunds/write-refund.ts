import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { AuditDetails } from '../../../domain/office/audit-details.ts'
import type { RefundReason } from '../../../domain/payment-schemas.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import { movePayment, type PaymentRow } from '../ledger/payment-row.queries.ts'
import { listFailedRefunds } from './failed-refunds.queries.ts'
import { insertRefund, isFullyRefunded, sumRefunds } from './refunds.queries.ts'

/**
 * How the money goes back. Only 'card' is queued for the provider; the others have happened and are
 * recorded: paid back by hand, a record of money at the venue that was wrong and is taken back, or what
 * the provider has done by itself, under the id that it gave.
 */
export type RefundWay =
  | { kind: 'card'; isRetry?: boolean }
  | { kind: 'by hand' | 'undone'; note: string }
  | { kind: 'provider'; providerRefundId: string; requestId: string }

type NewRefund = {
  /** Locked. */
  payment: PaymentRow
  pence: number
  reason: RefundReason
  way: RefundWay
  /** What is not refunded stays with the charity: the payment moves to 'refunded' whatever is left. */
  endsPayment?: boolean
  /** The failed refund in whose place it is made; otherwise the latest that it covers. */
  replacesId?: string
  askedBy?: number | undefined
  confirmedBy?: number | undefined
  /** Null: the caller writes an entry of its own. */
  audit: { actorUserId: string | null; action?: AuditAction; details?: AuditDetails } | null
  now: Date
}

/**
 * The one body of every refund, whoever decided it: its row, in place of a failed one that it covers,
 * the ledger entry of what has happened already, the state of a payment of which nothing is left, and
 * the audit entry. Returns its id, or null when the provider's refund is recorded already.
 */
export async function writeRefund(tx: Tx, refund: NewRefund): Promise<string | null> {
  const { payment, pence, reason, way, now } = refund
  const { id: paymentId } = payment
  const failed = await listFailedRefunds(tx, paymentId)
  const replacesId = refund.replacesId ?? failed.find(({ duePence }) => duePence <= pence)?.id
  const requestId = await requestIdOf(tx, refund)
  const id = randomUUID()
  const isNew = await insertRefund(tx, {
    id,
    paymentId,
    amountPence: pence,
    reason,
    state: way.kind === 'card' ? 'queued' : 'done',
    isRetry: way.kind === 'card' && way.isRetry === true,
    byHandNote: 'note' in way ? way.note : null,
    requestId,
    providerRefundId: way.kind === 'provider' ? way.providerRefundId : null,
    replacesId,
    askedBy: refund.askedBy,
    confirmedBy: refund.confirmedBy,
    createdAt: now,
    updatedAt: now,
  })
  if (!isNew) return null
  const providerRef = ledgerReference(way, { id, paymentId })
  if (providerRef !== null) {
    const entry = { paymentId, amountPence: -pence, providerRef, at: now }
    await insertLedgerEntry(tx, { ...entry, kind: 'refund' })
  }
  const mendsAll = payment.state === 'refund failed' && replacesId && failed.length === 1
  if (refund.endsPayment || mendsAll || (await isAllBack(tx, refund)))
    await movePayment(tx, { id: paymentId, to: 'refunded', now })
  if (refund.audit)
    await insertAudit(
      tx,
      {
        by: refund.audit.actorUserId,
        memberId: payment.memberId,
        subject: `payment ${paymentId}`,
        at: now,
      },
      refund.audit.action ?? (way.kind === 'card' ? 'refund queued' : 'refunded by hand'),
      { reason, ...refund.audit.details, amountPence: pence, requestId },
    )
  return id
}

async function requestIdOf(tx: Tx, { payment, way }: NewRefund): Promise<string> {
  if (way.kind === 'provider') return way.requestId
  // One taking is taken back once.
  if (way.kind === 'undone') return `${payment.id}-undone`
  const { count } = await sumRefunds(tx, payment.id)
  return `${payment.id}-refund-${count + 1}`
}

/** Null for what the provider has still to do: its answer has the reference. */
function ledgerReference(
  way: RefundWay,
  { id, paymentId }: { id: string; paymentId: string },
): string | null {
  switch (way.kind) {
    case 'card':
      return null
    case 'by hand':
      return `by-hand-${id}`
    case 'undone':
      return `undone-${paymentId}`
    case 'provider':
      return way.providerRefundId
  }
}

/** While the capture is not recorded, recording it finds the provider's refund. */
async function isAllBack(tx: Tx, { payment, way }: NewRefund): Promise<boolean> {
  if (way.kind === 'provider' && payment.capturedPence === null) return false
  return isFullyRefunded(tx, payment)
}

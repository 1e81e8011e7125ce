import { randomUUID } from 'node:crypto'
import type { RefundReason } from '../../domain/payment-shapes.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import { movePayment } from '../ledger/payment-row.queries.ts'
import { listFailedRefunds } from './failed-refunds.queries.ts'
import { insertRefund, sumRefunds } from './refunds.queries.ts'

export type NewRefund = {
  paymentId: string
  memberId: number
  pence: number
  reason: RefundReason
  /** All of the payment is then decided: it moves to 'refunded'. */
  endsPayment: boolean
  /** The payment's state is 'refund failed': covering its only failed refund ends it too. */
  hasFailed?: boolean
  /** Why staff paid it back by hand: it is done already, and only recorded. */
  byHandNote?: string | undefined
  askedBy?: number | undefined
  confirmedBy?: number | undefined
  actorUserId: string | null
  details?: object
  now: Date
}

/**
 * The one body of every refund: its row with the next request id, in place of a failed one that it
 * covers, the state of the payment, and the audit entry. Lock the payment first.
 */
export async function writeRefund(tx: Tx, refund: NewRefund): Promise<void> {
  const { paymentId, memberId, pence, reason, byHandNote, actorUserId, details, now } = refund
  const { count } = await sumRefunds(tx, paymentId)
  const failed = count === 0 ? [] : await listFailedRefunds(tx, paymentId)
  const replaced = failed.find(({ duePence }) => duePence <= pence)
  const requestId = `${paymentId}-refund-${count + 1}`
  const isByHand = byHandNote !== undefined
  const id = randomUUID()
  await insertRefund(tx, {
    id,
    paymentId,
    amountPence: pence,
    reason,
    state: isByHand ? 'done' : 'queued',
    byHandNote,
    requestId,
    replacesId: replaced?.id,
    askedBy: refund.askedBy,
    confirmedBy: refund.confirmedBy,
    createdAt: now,
    updatedAt: now,
  })
  if (isByHand) {
    const entry = { paymentId, amountPence: -pence, providerRef: `by-hand-${id}`, at: now }
    await insertLedgerEntry(tx, { ...entry, kind: 'refund' })
  }
  const mendsAll = refund.hasFailed && replaced && failed.length === 1
  if (refund.endsPayment || mendsAll) await movePayment(tx, { id: paymentId, to: 'refunded', now })
  await insertAudit(tx, {
    actorUserId,
    memberId,
    action: isByHand ? 'refunded by hand' : 'refund queued',
    subject: `payment ${paymentId}`,
    details: { reason, ...details, amountPence: pence, requestId },
    at: now,
  })
}

import { toError } from '../../../auth/to-error.ts'
import { penceOf } from '../../../domain/payments.ts'
import type { Deps } from '../../deps.ts'
import { findMember } from '../../members/members.queries.ts'
import { refundFailed, refundMade } from '../../messages/mails/refund-by-hand.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import { findPayment, movePayment } from '../ledger/payment-row.queries.ts'
import { sourceOf } from '../ledger/transaction.ts'
import { ProviderRefused, ProviderUnavailable } from '../paypal/provider-errors.ts'
import type { ProviderRefund } from '../paypal/provider-schemas.ts'
import { listOpenRefunds, moveRefund, type OpenRefund } from './refunds.queries.ts'

type RefundDeps = Pick<Deps, 'database' | 'now' | 'paypal' | 'jobs' | 'cache'>
type OnFailed = (error: Error) => void

const RETRY_AFTER_MS = 10_000

/**
 * Sends queued refunds under their stored request ids and checks pending ones. `onFailed` gets
 * refusals, which the office must then make by hand, and faults of ours; neither stops the others.
 */
export async function sendRefunds(
  deps: RefundDeps,
  { onFailed }: { onFailed: OnFailed },
): Promise<void> {
  const triedBefore = new Date(deps.now().getTime() - RETRY_AFTER_MS)
  const open = await listOpenRefunds(deps.database.db, triedBefore)
  for (const refund of open) await sendOne(deps, refund, onFailed)
}

async function sendOne(deps: RefundDeps, refund: OpenRefund, onFailed: OnFailed): Promise<void> {
  const { db } = deps.database
  try {
    const answer = await refundAtProvider(deps, refund)
    if (answer.status === 'COMPLETED') return await markDone(deps, refund, answer)
    if (answer.status !== 'PENDING') return await markFailed(deps, refund, answer.status, onFailed)
    const providerRefundId = answer.id
    await moveRefund(db, refund, { state: 'sent', providerRefundId, now: deps.now() })
  } catch (error) {
    if (error instanceof ProviderRefused) {
      return markFailed(deps, refund, error.issue, onFailed)
    }
    await moveRefund(db, refund, { state: refund.state, now: deps.now() })
    if (!(error instanceof ProviderUnavailable)) onFailed(toError(error))
  }
}

async function refundAtProvider(deps: RefundDeps, refund: OpenRefund): Promise<ProviderRefund> {
  const { captureId, requestId, amountPence, providerRefundId } = refund
  if (captureId === null) throw new Error(`refund ${refund.id} is of a payment without a capture`)
  const known = providerRefundId === null ? null : await deps.paypal.findRefund(providerRefundId)
  return known ?? deps.paypal.refund({ captureId, requestId, pence: amountPence })
}

async function markDone(
  deps: RefundDeps,
  refund: OpenRefund,
  answer: ProviderRefund,
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    if (!(await moveRefund(tx, refund, { state: 'done', providerRefundId: answer.id, now }))) return
    await insertLedgerEntry(tx, {
      paymentId: refund.paymentId,
      kind: 'refund',
      amountPence: -(penceOf(answer.amount?.value ?? '') ?? refund.amountPence),
      providerRef: answer.id,
      at: now,
    })
    if (refund.isRetry) await mail(tx, deps, refund, refundMade)
  })
}

async function markFailed(
  deps: RefundDeps,
  refund: OpenRefund,
  reason: string,
  onFailed: OnFailed,
): Promise<void> {
  const now = deps.now()
  const isFirst = await commit(deps, async (tx) => {
    if (!(await moveRefund(tx, refund, { state: 'failed', problem: reason, now }))) return false
    await movePayment(tx, { id: refund.paymentId, to: 'refund failed', now })
    await insertAudit(
      tx,
      { memberId: refund.memberId, subject: `payment ${refund.paymentId}`, at: now },
      'refund failed',
      { refund: refund.id, why: reason },
    )
    // The member knows of the failure that is tried again.
    if (!refund.isRetry) await mail(tx, deps, refund, refundFailed)
    return true
  })
  if (isFirst)
    onFailed(new Error(`Refund ${refund.id} failed (${reason}): it must be made by hand`))
}

async function mail(
  tx: Tx,
  { jobs }: RefundDeps,
  { memberId, paymentId, amountPence: pence }: OpenRefund,
  letterOf: typeof refundMade,
): Promise<void> {
  const member = await findMember(tx, memberId)
  const payment = await findPayment(tx, paymentId)
  if (!member || !payment) return
  await jobs.enqueue(tx, 'mail', letterOf({ member, pence, source: sourceOf(payment) }))
}

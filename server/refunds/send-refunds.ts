import { penceOf } from '../../domain/payments.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Deps } from '../deps.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import { listOpenRefunds, moveRefund } from '../payments/payment-refunds.queries.ts'
import { movePayment } from '../payments/payments.queries.ts'
import { ProviderAway, ProviderRefused } from '../paypal/paypal.ts'
import type { ProviderRefund } from '../paypal/provider-shapes.ts'
import { commit } from '../platform/commit.ts'

type RefundDeps = Pick<Deps, 'database' | 'now' | 'paypal' | 'jobs' | 'cache'>
type Open = Awaited<ReturnType<typeof listOpenRefunds>>[number]

const REST_MS = 10_000

/**
 * Sends queued refunds under their stored request ids and checks pending ones. `onFailed` gets
 * refusals, which the office must then make by hand, and faults of ours; neither stops the others.
 */
export async function sendRefunds(
  deps: RefundDeps,
  { onFailed }: { onFailed: (error: Error) => void },
): Promise<void> {
  const tiredUntil = new Date(deps.now().getTime() - REST_MS)
  const open = await listOpenRefunds(deps.database.db, tiredUntil)
  for (const refund of open) await sendOne(deps, refund, onFailed)
}

async function sendOne(
  deps: RefundDeps,
  refund: Open,
  onFailed: (error: Error) => void,
): Promise<void> {
  const { db } = deps.database
  try {
    const answer = await ask(deps, refund)
    if (answer.status === 'COMPLETED') return await markDone(deps, refund, answer)
    if (answer.status === 'PENDING') {
      const sent = { state: 'sent', providerRefundId: answer.id, now: deps.now() }
      await moveRefund(db, refund, sent)
      return
    }
    await markFailed(deps, refund, answer.status, onFailed)
  } catch (error) {
    if (error instanceof ProviderRefused) {
      return markFailed(deps, refund, error.issue, onFailed)
    }
    await moveRefund(db, refund, { state: refund.state, now: deps.now() })
    if (!(error instanceof ProviderAway)) onFailed(toError(error))
  }
}

async function ask(deps: RefundDeps, refund: Open): Promise<ProviderRefund> {
  const { captureId, requestId, amountPence, providerRefundId } = refund
  if (captureId === null) throw new Error(`refund ${refund.id} is of a payment without a capture`)
  const known = providerRefundId === null ? null : await deps.paypal.findRefund(providerRefundId)
  return known ?? deps.paypal.refund({ captureId, requestId, pence: amountPence })
}

async function markDone(deps: RefundDeps, refund: Open, answer: ProviderRefund): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const done = { state: 'done', providerRefundId: answer.id, now }
    if (!(await moveRefund(tx, refund, done))) return
    await insertLedgerEntry(tx, {
      paymentId: refund.paymentId,
      kind: 'refund',
      amountPence: -(penceOf(answer.amount?.value ?? '') ?? refund.amountPence),
      providerRef: answer.id,
      at: now,
    })
  })
}

async function markFailed(
  deps: RefundDeps,
  refund: Open,
  why: string,
  onFailed: (error: Error) => void,
): Promise<void> {
  const now = deps.now()
  const isFirst = await commit(deps, async (tx) => {
    if (!(await moveRefund(tx, refund, { state: 'failed', now }))) return false
    await movePayment(tx, { id: refund.paymentId, to: 'refund failed', now })
    await insertAudit(tx, {
      memberId: refund.memberId,
      action: 'refund failed',
      subject: `payment ${refund.paymentId}`,
      details: { refund: refund.id, why },
      at: now,
    })
    return true
  })
  if (isFirst) onFailed(new Error(`Refund ${refund.id} failed (${why}): it must be made by hand`))
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

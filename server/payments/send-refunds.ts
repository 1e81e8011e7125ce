import { penceOf } from '../../domain/payments.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Parts } from '../deps.ts'
import { enterMoney } from './ledger.queries.ts'
import { listOpenRefunds, moveRefund } from './payment-refunds.queries.ts'
import { movePayment } from './payments.queries.ts'
import { ProviderAway, ProviderRefused } from './paypal.ts'
import type { ProviderRefund } from './provider-shapes.ts'

type RefundParts = Pick<Parts, 'database' | 'now' | 'paypal'>
type Open = Awaited<ReturnType<typeof listOpenRefunds>>[number]

/** How long a refund rests after a try that brought no end. */
const REST_MS = 10_000

/**
 * Sends what is to be paid back to the provider, each under the id that it was written down with, and
 * asks about those that it is still at work on. What it refuses for good waits for the office, as
 * 'refund failed'; `onFailed` is told, so that somebody sees it. One that cannot be sent for a fault of
 * ours holds up no other, and `onFailed` is told too.
 */
export async function sendRefunds(
  parts: RefundParts,
  { onFailed }: { onFailed: (error: Error) => void },
): Promise<void> {
  const tiredUntil = new Date(parts.now().getTime() - REST_MS)
  const open = await listOpenRefunds(parts.database.db, tiredUntil)
  for (const refund of open) await sendOne(parts, refund, onFailed)
}

async function sendOne(
  parts: RefundParts,
  refund: Open,
  onFailed: (error: Error) => void,
): Promise<void> {
  const { db } = parts.database
  try {
    const answer = await ask(parts, refund)
    if (answer.status === 'COMPLETED') return await markDone(parts, refund, answer)
    if (answer.status === 'PENDING') {
      const sent = { state: 'sent', providerRefundId: answer.id, now: parts.now() }
      await moveRefund(db, refund, sent)
      return
    }
    await markFailed(parts, refund, answer.status, onFailed)
  } catch (error) {
    if (error instanceof ProviderRefused) {
      return markFailed(parts, refund, error.issue, onFailed)
    }
    await moveRefund(db, refund, { state: refund.state, now: parts.now() })
    if (!(error instanceof ProviderAway)) onFailed(toError(error))
  }
}

async function ask(parts: RefundParts, refund: Open): Promise<ProviderRefund> {
  const { captureId, requestId, amountPence, providerRefundId } = refund
  if (captureId === null) throw new Error(`refund ${refund.id} is of a payment without a capture`)
  const known = providerRefundId === null ? null : await parts.paypal.findRefund(providerRefundId)
  return known ?? parts.paypal.refund({ captureId, requestId, pence: amountPence })
}

async function markDone(parts: RefundParts, refund: Open, answer: ProviderRefund): Promise<void> {
  const now = parts.now()
  await parts.database.transaction(async (tx) => {
    const done = { state: 'done', providerRefundId: answer.id, now }
    if (!(await moveRefund(tx, refund, done))) return
    await enterMoney(tx, {
      paymentId: refund.paymentId,
      kind: 'refund',
      amountPence: -(penceOf(answer.amount?.value ?? '') ?? refund.amountPence),
      providerRef: answer.id,
      at: now,
    })
  })
}

async function markFailed(
  parts: RefundParts,
  refund: Open,
  why: string,
  onFailed: (error: Error) => void,
): Promise<void> {
  const now = parts.now()
  const isFirst = await parts.database.transaction(async (tx) => {
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

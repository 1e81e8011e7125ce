import { stopsRefunds } from '../../../domain/disputes.ts'
import { refundPaidByHand } from '../../messages/mails/refund-by-hand.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findDisputeState } from './disputes.queries.ts'
import { findPaymentOfRefund, listFailedRefunds } from './failed-refunds.queries.ts'
import { lockForRefund, type RefundDeps, refundable } from './refund-by-hand.ts'
import { type RefundWay, writeRefund } from './write-refund.ts'

type Mend = { refundId: string; staff: Staff; saveResponse?: (tx: Tx) => Promise<unknown> }

/**
 * Sends what is due of a failed refund to the provider once more, under a new request id. Throws
 * Refused not_found, changed_meanwhile when it is not failed any more or
 * was replaced, payment_disputed, or more_than_left.
 */
export function retryRefund(deps: RefundDeps, mend: Mend): Promise<void> {
  return replaceRefund(deps, mend, { kind: 'card', isRetry: true })
}

/**
 * Records that what is due of a failed refund was paid in another way. Throws as
 * `retryRefund`.
 */
export function recordPaidByHand(
  deps: RefundDeps,
  { note, ...mend }: Mend & { note: string },
): Promise<void> {
  return replaceRefund(deps, mend, { kind: 'by hand', note })
}

/** The id of the refund's payment. Throws Refused not_found. */
export async function paymentOf({ database }: RefundDeps, refundId: string): Promise<string> {
  const paymentId = await findPaymentOfRefund(database.db, refundId)
  if (paymentId === null) throw new Refused('not_found')
  return paymentId
}

async function replaceRefund(
  deps: RefundDeps,
  { refundId, staff, saveResponse }: Mend,
  way: RefundWay,
): Promise<void> {
  const paymentId = await paymentOf(deps, refundId)
  const now = deps.now()
  await commit(deps, async (tx) => {
    const { payment, member } = await lockForRefund(tx, { paymentId, staff, now })
    const allFailed = await listFailedRefunds(tx, paymentId)
    if (stopsRefunds(await findDisputeState(tx, paymentId))) throw new Refused('payment_disputed')
    const failed = allFailed.find(({ id }) => id === refundId)
    if (!failed || failed.duePence === 0) throw new Refused('changed_meanwhile')
    const { duePence: pence, reason, askedBy, confirmedBy } = failed
    const { leftPence } = await refundable(tx, payment, now)
    if (pence > leftPence) throw new Refused('more_than_left', { left_pence: leftPence })
    await writeRefund(tx, {
      payment,
      pence,
      reason,
      way,
      replacesId: refundId,
      askedBy: askedBy ?? undefined,
      confirmedBy: confirmedBy ?? undefined,
      audit: {
        actorUserId: staff.userId,
        ...(way.kind === 'card' && { action: 'refund tried again' }),
        details: { failed: refundId, ...('note' in way && { reason: way.note }) },
      },
      now,
    })
    if (way.kind === 'by hand')
      await deps.jobs.enqueue(tx, 'mail', refundPaidByHand({ member, pence, how: 'another way' }))
    await saveResponse?.(tx)
  })
}

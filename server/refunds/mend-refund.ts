import { randomUUID } from 'node:crypto'
import { stopsRefunds } from '../../domain/disputes.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import { Refused } from '../http/refused.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import { movePayment } from '../ledger/payment-row.queries.ts'
import { refundPaidByHand } from '../mails/refund-by-hand.ts'
import { findMember } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import { findDisputeState } from './disputes.queries.ts'
import {
  type FailedRefund,
  findPaymentOfRefund,
  listFailedRefunds,
} from './failed-refunds.queries.ts'
import { lockForRefund, type RefundDeps, refundable } from './refund-by-hand.ts'
import { insertRefund, sumRefunds } from './refunds.queries.ts'

type Mend = { refundId: string; staff: Staff; saveResponse?: (tx: Tx) => Promise<unknown> }

/**
 * Sends what is due of a failed refund to the provider once more, under a new request id. Throws
 * Refused not_found, changed_meanwhile when it is not failed any more or
 * was replaced, payment_disputed, or more_than_left.
 */
export function retryRefund(deps: RefundDeps, mend: Mend): Promise<void> {
  return replaceRefund(deps, mend, async (tx, { failed, requestId, now }) => {
    await insertRefund(tx, {
      ...replacementOf(failed, { requestId, now }),
      state: 'queued',
      isRetry: true,
    })
    return { action: 'refund tried again', details: { requestId } }
  })
}

/**
 * Records that what is due of a failed refund was paid in another way. Throws as
 * `retryRefund`.
 */
export function recordPaidByHand(
  deps: RefundDeps,
  { note, ...mend }: Mend & { note: string },
): Promise<void> {
  return replaceRefund(deps, mend, async (tx, { failed, requestId, memberId, now }) => {
    const refund = replacementOf(failed, { requestId, now })
    await insertRefund(tx, { ...refund, state: 'done', byHandNote: note })
    await insertLedgerEntry(tx, {
      paymentId: failed.paymentId,
      kind: 'refund',
      amountPence: -refund.amountPence,
      providerRef: `by-hand-${refund.id}`,
      at: now,
    })
    const member = await findMember(tx, memberId)
    const { amountPence: pence } = refund
    if (member)
      await deps.jobs.enqueue(tx, 'mail', refundPaidByHand({ member, pence, how: 'another way' }))
    return { action: 'refunded by hand', details: { reason: note } }
  })
}

/** The id of the refund's payment. Throws Refused not_found. */
export async function paymentOf({ database }: RefundDeps, refundId: string): Promise<string> {
  const paymentId = await findPaymentOfRefund(database.db, refundId)
  if (paymentId === null) throw new Refused('not_found')
  return paymentId
}

function replacementOf(
  { paymentId, duePence, reason, askedBy, confirmedBy, id }: FailedRefund,
  { requestId, now }: { requestId: string; now: Date },
) {
  return {
    id: randomUUID(),
    paymentId,
    amountPence: duePence,
    reason,
    requestId,
    replacesId: id,
    askedBy,
    confirmedBy,
    createdAt: now,
    updatedAt: now,
  }
}

type Failure = { failed: FailedRefund; requestId: string; memberId: number; now: Date }

async function replaceRefund(
  deps: RefundDeps,
  { refundId, staff, saveResponse }: Mend,
  insert: (tx: Tx, failure: Failure) => Promise<{ action: string; details: object }>,
): Promise<void> {
  const paymentId = await paymentOf(deps, refundId)
  const now = deps.now()
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    const { payment, member } = await lockForRefund(tx, { paymentId, staff, now })
    const allFailed = await listFailedRefunds(tx, paymentId)
    if (stopsRefunds(await findDisputeState(tx, paymentId))) throw new Refused('payment_disputed')
    const failed = allFailed.find(({ id }) => id === refundId)
    if (!failed || failed.duePence === 0) throw new Refused('changed_meanwhile')
    const { leftPence } = await refundable(tx, payment, now)
    if (failed.duePence > leftPence) throw new Refused('more_than_left', { left_pence: leftPence })
    const { count } = await sumRefunds(tx, paymentId)
    const requestId = `${paymentId}-refund-${count + 1}`
    const { action, details } = await insert(tx, {
      failed,
      requestId,
      memberId: member.id,
      now,
    })
    const mendsAll = payment.state === 'refund failed' && allFailed.length === 1
    if (mendsAll || failed.duePence === leftPence)
      await movePayment(tx, { id: paymentId, to: 'refunded', now })
    await insertAudit(tx, {
      actorUserId: staff.userId,
      memberId: member.id,
      action,
      subject: `payment ${paymentId}`,
      details: { ...details, amountPence: failed.duePence, failed: refundId },
      at: now,
    })
    await saveResponse?.(tx)
  })
}

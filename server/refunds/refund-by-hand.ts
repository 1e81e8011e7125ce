import { randomUUID } from 'node:crypto'
import { isSettled } from '../../domain/payment-states.ts'
import { refundOf } from '../../domain/refunds.ts'
import { insertStaffAccess } from '../audit/access-log.queries.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Queryable, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { lockPayment, movePayment, type PaymentRow } from '../ledger/payment-row.queries.ts'
import { refundByHand } from '../mails/refund-by-hand.ts'
import { findMember } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import { toPaid } from './paid-columns.queries.ts'
import { findRefundOf, findTimeOfPayment, insertRefund, sumRefunds } from './refunds.queries.ts'

/** In pence: what is left to refund, and of that what the policy gives; 0 before a capture. */
export async function refundable(
  q: Queryable,
  payment: PaymentRow,
  now: Date,
): Promise<{ leftPence: number; policyPence: number }> {
  if (!isSettled(payment.state)) return { leftPence: 0, policyPence: 0 }
  const paid = toPaid(payment)
  const { pence: refunded } = await sumRefunds(q, payment.id)
  const leftPence = Math.max(0, paid.capturedPence - refunded)
  const booked = await findTimeOfPayment(q, payment.id)
  // Money that made no booking is refunded in full.
  const promised = booked
    ? refundOf({ ...paid, startsAt: booked.startsAt, now: booked.cancelledAt ?? now })
    : paid.capturedPence
  return { leftPence, policyPence: Math.min(leftPence, Math.max(0, promised - refunded)) }
}

/**
 * Queues a refund of part or all of what is left; an appointment stays as it is. Throws Refused
 * not_found, more_than_left (with `left_pence`), or not_permitted (with `policy_pence`) beyond the
 * policy's amount unless `mayExceed`.
 */
export async function requestRefund(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  refund: {
    paymentId: string
    pence: number
    reason: string
    staff: Staff
    mayExceed: boolean
    saveResponse?: (tx: Tx) => Promise<unknown>
  },
): Promise<void> {
  const { paymentId, pence, reason, staff, mayExceed } = refund
  const now = deps.now()
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    const member = payment && (await findMember(tx, payment.memberId))
    if (!payment || !member) throw new Refused('not_found')
    const { leftPence, policyPence } = await refundable(tx, payment, now)
    if (pence > leftPence) throw new Refused('more_than_left', { left_pence: leftPence })
    if (pence > policyPence && !mayExceed)
      throw new Refused('not_permitted', { policy_pence: policyPence })

    const { count } = await sumRefunds(tx, paymentId)
    const latest = await findRefundOf(tx, paymentId)
    const requestId = `${paymentId}-refund-${count + 1}`
    await insertRefund(tx, {
      id: randomUUID(),
      paymentId,
      amountPence: pence,
      reason: 'by the office',
      state: 'queued',
      requestId,
      createdAt: now,
      updatedAt: now,
    })
    const replacesFailed = payment.state === 'refund failed' && pence >= (latest?.amountPence ?? 0)
    if (pence === leftPence || replacesFailed)
      await movePayment(tx, { id: paymentId, to: 'refunded', now })
    await insertAudit(tx, {
      actorUserId: staff.userId,
      memberId: member.id,
      action: 'refund queued',
      subject: `payment ${paymentId}`,
      details: { reason, amountPence: pence, requestId, policyPence },
      at: now,
    })
    const access = { staff, memberId: member.id, at: now }
    await insertStaffAccess(tx, { ...access, what: 'payment', reason: 'payment' })
    await deps.jobs.enqueue(tx, 'mail', refundByHand({ member, pence, now }))
    await refund.saveResponse?.(tx)
  })
}

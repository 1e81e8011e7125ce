import { stopsRefunds } from '../../../domain/disputes.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { leftForOnePerson } from '../../../domain/office/bulk-actions.ts'
import { isSettled } from '../../../domain/payment-states.ts'
import { refundArrivesBy, refundOf } from '../../../domain/refunds.ts'
import type { Deps } from '../../deps.ts'
import { findMember, type Member } from '../../members/members.queries.ts'
import { refundByHand } from '../../messages/mails/refund-by-hand.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { lockStaff } from '../../staff/staff.queries.ts'
import { lockPayment, type PaymentRow } from '../ledger/payment-row.queries.ts'
import { sourceOf } from '../ledger/transaction.ts'
import { findDisputeState } from './disputes.queries.ts'
import { sumRefundsOfPerson } from './failed-refunds.queries.ts'
import { toPaid } from './paid-columns.queries.ts'
import { findWaitingPence, insertRefundRequest } from './refund-requests.queries.ts'
import { findTimeOfPayment, isTakenAtVenue, sumRefunds } from './refunds.queries.ts'
import { writeRefund } from './write-refund.ts'

export type RefundDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'site'>

/**
 * In pence: what is left to refund, and of that what the policy gives; 0 before a capture. A refund
 * that waits for a second person is not left.
 */
export async function refundable(
  q: Queryable,
  payment: PaymentRow,
  now: Date,
): Promise<{ leftPence: number; policyPence: number }> {
  if (!isSettled(payment.state)) return { leftPence: 0, policyPence: 0 }
  const paid = toPaid(payment)
  const { pence } = await sumRefunds(q, payment.id)
  const refunded = pence + (await findWaitingPence(q, payment.id))
  const leftPence = Math.max(0, paid.capturedPence - refunded)
  const booked = await findTimeOfPayment(q, payment.id)
  // Money that made no booking is refunded in full.
  const promised = booked
    ? refundOf({ ...paid, ...booked, now: booked.cancelledAt ?? now })
    : paid.capturedPence
  return { leftPence, policyPence: Math.min(leftPence, Math.max(0, promised - refunded)) }
}

/** In pence: what this person may refund now without a second person. */
export async function refundableAlone(
  q: Queryable,
  { site }: Pick<Deps, 'site'>,
  { staff, now }: { staff: Staff; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  const sums = await sumRefundsOfPerson(q, { staffId: staff.id, since })
  return leftForOnePerson(sums, await site.limits(q))
}

/**
 * Queues a refund of part or all of what is left, or, above what one person refunds alone in a day,
 * asks a second person to confirm it; an appointment stays as it is. Throws Refused not_found,
 * more_than_left (with `left_pence`), not_permitted (with `policy_pence`) beyond the policy's amount
 * unless `mayExceed`, payment_disputed, or refund_waits when one of the payment waits for a second person already.
 */
export async function requestRefund(
  deps: RefundDeps,
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
  await commit(deps, async (tx) => {
    const locked = await lockForRefund(tx, { paymentId, staff, now })
    const { payment, member } = locked
    if (stopsRefunds(await findDisputeState(tx, paymentId))) throw new Refused('payment_disputed')
    const { leftPence, policyPence } = await refundable(tx, payment, now)
    if (pence > leftPence) throw new Refused('more_than_left', { left_pence: leftPence })
    if (pence > policyPence && !mayExceed)
      throw new Refused('not_permitted', { policy_pence: policyPence })

    // Two refunds of one person at once could each be below the limit.
    await lockStaff(tx, staff.id)
    if (pence > (await refundableAlone(tx, deps, { staff, now }))) {
      if ((await findWaitingPence(tx, paymentId)) > 0) throw new Refused('refund_waits')
      const refundRequest = {
        paymentId,
        amountPence: pence,
        reason,
        askedBy: staff.id,
        askedAt: now,
      }
      await insertRefundRequest(tx, refundRequest)
      await insertAudit(
        tx,
        { by: staff, memberId: member.id, subject: `payment ${paymentId}`, at: now },
        'refund asked for',
        { reason, amountPence: pence, policyPence },
      )
    } else {
      const by = { askedBy: staff.id, actor: staff }
      await queueOfficeRefund(tx, deps, { ...locked, pence, reason, by })
    }
    await refund.saveResponse?.(tx)
  })
}

/** Logs the access too. Throws Refused not_found. */
export async function lockForRefund(
  tx: Tx,
  { paymentId, staff, now }: { paymentId: string; staff: Staff; now: Date },
): Promise<{ payment: PaymentRow; member: Member }> {
  const payment = await lockPayment(tx, paymentId)
  const member = payment && (await findMember(tx, payment.memberId))
  if (!payment || !member) throw new Refused('not_found')
  const access = { staff, memberId: member.id, at: now }
  await insertStaffAccess(tx, { ...access, what: 'payment', reason: 'payment' })
  return { payment, member }
}

/** Lock the payment first. What was taken at the venue is paid back by hand, and only recorded here. */
export async function queueOfficeRefund(
  tx: Tx,
  deps: RefundDeps,
  refund: {
    payment: PaymentRow
    member: Member
    pence: number
    reason: string
    by: { askedBy: number; confirmedBy?: number; actor: Staff }
  },
): Promise<void> {
  const { payment, member, pence, reason, by } = refund
  const { id: paymentId } = payment
  const now = deps.now()
  const byHand = await isTakenAtVenue(tx, paymentId)
  await writeRefund(tx, {
    payment,
    pence,
    reason: 'by the office',
    way: byHand ? { kind: 'by hand', note: reason } : { kind: 'card' },
    askedBy: by.askedBy,
    confirmedBy: by.confirmedBy,
    audit: { actorUserId: by.actor.userId, details: { reason } },
    now,
  })
  const arrivesBy = refundArrivesBy(now, await findTimeOfPayment(tx, paymentId))
  const source = sourceOf(payment)
  await deps.jobs.enqueue(tx, 'mail', refundByHand({ member, pence, source, byHand, arrivesBy }))
}

import { repaymentInWords } from '../../../domain/refund-text.ts'
import {
  type RefundRule,
  type Repayment,
  repaymentsOf,
  sumOfRepayments,
} from '../../../domain/repayments.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { lockMoney } from './money-records.queries.ts'
import { oweByHand } from './owe-by-hand.ts'
import type { Refund } from './paid-columns.queries.ts'
import { queueRefund } from './queue-refund.ts'

/** `mayExceed`: whether more than the policy's amount may be paid back. */
type Repaying = {
  appointmentId: number
  memberId: number
  startsAt: Date
  freeUntil: Date | null
  now: Date
  rule: RefundRule
  mayExceed: boolean
  actorUserId: string | null
}

/**
 * Pays back what is held for a cancelled appointment: by card at once, otherwise as an owed refund
 * that a person ends. Returns the refund by card, if any, and what to tell the member, null without
 * money. Throws Refused not_permitted above the policy's sum.
 */
export async function repayCancelled(
  tx: Tx,
  repaying: Repaying,
): Promise<{ refund: Refund | null; inWords: string | null }> {
  const { appointmentId, memberId, rule, mayExceed, ...times } = repaying
  const money = await lockMoney(tx, { appointmentId, memberId })
  const repayments = repaymentsOf(money, times, rule)
  const byPolicy = sumOfRepayments(repaymentsOf(money, times, 'policy'))
  if (sumOfRepayments(repayments) > byPolicy && !mayExceed) throw new Refused('not_permitted')
  let refund: Refund | null = null
  for (const repayment of repayments) refund = (await repay(tx, repayment, repaying)) ?? refund
  return { refund, inWords: repaymentInWords(repayments, times, { full: rule === 'full' }) }
}

async function repay(
  tx: Tx,
  { payment, road, pence, owedPence }: Repayment,
  { now, actorUserId, memberId }: Repaying,
): Promise<Refund | null> {
  const { id: paymentId } = payment
  if (road === 'card')
    return queueRefund(tx, { paymentId, amountPence: pence, reason: 'cancelled', now, actorUserId })
  // The site refunds what is under review as soon as it is taken.
  // What a person was asked to pay back before is asked for once.
  if (road === 'under review' || pence <= owedPence) return null
  await oweByHand(tx, { paymentId, pence: pence - owedPence, road, memberId, actorUserId, now })
  return null
}

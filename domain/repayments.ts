// What a cancellation pays back of each payment.
import type { Held, Money } from './money-of.ts'
import { type Cancellation, refundOf } from './refunds.ts'

export type RefundRule = 'policy' | 'full' | 'none'

/** `pence`: what goes back by the road of `held`; `refundedPence`: what was refunded or sent before. */
export type Repayment = Held & { refundedPence: number }

/**
 * Of everything that is held, in the order of the payments. 'none' pays nothing back but what failed
 * before; what is under review is refunded in full by the site if it is taken.
 */
export function repaymentsOf(
  { held }: Money,
  cancellation: Omit<Cancellation, 'capturedPence' | 'feePence' | 'paidAt'>,
  rule: RefundRule,
): Repayment[] {
  return held.map(({ payment, pence: left, road }) => {
    const { capturedPence, feePence, paidAt } = payment
    const refundedPence = road === 'under review' ? 0 : capturedPence - left
    if (road === 'under review') return { payment, road, refundedPence, pence: left }
    const policyPence = refundOf({ ...cancellation, capturedPence, feePence, paidAt })
    const promised = { none: 0, full: capturedPence, policy: policyPence }[rule]
    const failed = road === 'failed before' ? failedPence(payment.refunds) : 0
    return {
      payment,
      road,
      refundedPence,
      pence: Math.min(left, Math.max(promised, failed)),
    }
  })
}

/** Pence that would go back by the policy, for comparison with another rule. */
export function sumOfRepayments(repayments: readonly Repayment[]): number {
  return repayments.reduce((sum, { pence }) => sum + pence, 0)
}

function failedPence(refunds: Held['payment']['refunds']): number {
  return refunds
    .filter(({ state, isReplaced }) => state === 'failed' && !isReplaced)
    .reduce((sum, { pence }) => sum + pence, 0)
}

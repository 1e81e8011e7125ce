// What a cancellation pays back of each payment.
import type { HeldOf, PaidPart, PaymentRecord } from './money-of.ts'
import { type Cancellation, refundOf } from './refunds.ts'

export type RefundRule = 'policy' | 'full' | 'none'
export const REFUND_RULES = ['policy', 'full', 'none'] as const satisfies RefundRule[]

/** `pence`: what goes back by the road of `held`; `refundedPence`: what was refunded or sent before. */
export type Repayment<Payment extends PaidPart = PaymentRecord> = HeldOf<Payment> & {
  refundedPence: number
}

/**
 * Of everything that is held, in the order of the payments. 'none' pays nothing back but what was
 * promised before: what failed, and what a person was asked to pay back. What is under review is
 * refunded in full by the site if it is taken.
 */
export function repaymentsOf<Payment extends PaidPart>(
  { held }: { held: readonly HeldOf<Payment>[] },
  cancellation: Omit<Cancellation, 'capturedPence' | 'feePence' | 'paidAt'>,
  rule: RefundRule,
): Repayment<Payment>[] {
  return held.map((one) => {
    const { payment, pence: remaining, road, failedPence, owedPence } = one
    const { capturedPence, feePence, paidAt } = payment
    if (road === 'under review') return { ...one, refundedPence: 0 }
    const refundedPence = capturedPence - remaining
    const policyPence = refundOf({ ...cancellation, capturedPence, feePence, paidAt })
    const promised = { none: 0, full: capturedPence, policy: policyPence }[rule]
    const failed = road === 'failed before' ? failedPence : 0
    return {
      ...one,
      refundedPence,
      pence: Math.min(remaining, Math.max(promised, failed, owedPence)),
    }
  })
}

/** Pence that would go back by the policy, for comparison with another rule. */
export function sumOfRepayments(repayments: readonly { pence: number }[]): number {
  return repayments.reduce((sum, { pence }) => sum + pence, 0)
}

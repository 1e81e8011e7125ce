// What a cancellation does with the money, for the clerk.
import { pounds } from '../money.ts'
import type { PaidPart } from '../money-of.ts'
import type { Repayment } from '../repayments.ts'

/** One sentence about one payment. */
export function repaymentForClerk({
  road,
  pence,
  refundedPence,
  payment,
}: Repayment<PaidPart>): string {
  const amount = pounds(pence)
  const left = pounds(payment.capturedPence - refundedPence)
  const of = pence < payment.capturedPence - refundedPence ? `${amount} of the ${left}` : amount
  switch (road) {
    case 'card': {
      const source = payment.source ?? 'card'
      return pence === 0
        ? `None of the ${left} paid ${source === 'card' ? 'by card' : 'with PayPal'} will be refunded.`
        : `${of} will be refunded to the ${source === 'card' ? 'card' : 'PayPal account'}.`
    }
    case 'by hand':
      return pence === 0
        ? `None of the ${left} paid at the venue will be refunded.`
        : `${of} was paid at the venue and must be refunded by hand. It will be listed under Payments.`
    case 'under review':
      return `The card payment of ${amount} is still being checked by PayPal. If it is taken, it is refunded in full automatically.`
    case 'disputed':
      return `The card payment is disputed at PayPal, so nothing is refunded automatically. The treasurer decides about the ${left} under Payments.`
    case 'failed before':
      return `An earlier refund to the ${payment.source === 'paypal' ? 'PayPal account' : 'card'} failed. ${amount} must be refunded by hand. It will be listed under Payments.`
  }
}

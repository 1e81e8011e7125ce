// What a member pays from, at the provider. The setting PAYPAL_BUTTON offers the second.
export const PAYMENT_SOURCES = ['card', 'paypal'] as const
export type PaymentSource = (typeof PAYMENT_SOURCES)[number]

export function isPaymentSource(text: string): text is PaymentSource {
  return PAYMENT_SOURCES.some((one) => one === text)
}

/** Of several payments together: also 'both'. */
export const PAID_FROM = [...PAYMENT_SOURCES, 'both'] as const
export type PaidFrom = (typeof PAID_FROM)[number]

/** What all of the payments were paid from; each is a card where it names nothing. */
export function paidFrom(payments: readonly { source?: PaymentSource | undefined }[]): PaidFrom {
  const [first = 'card', ...others] = new Set(payments.map(({ source = 'card' }) => source))
  return others.length > 0 ? 'both' : first
}

/** Where a refund goes, for the member: 'your card'. */
export function refundTarget(from: PaidFrom = 'card'): string {
  return { card: 'your card', paypal: 'your PayPal account', both: 'your card and PayPal account' }[
    from
  ]
}

/** What the provider charges and a later refund leaves out: 'the card processing charge'. */
export function processingCharge(from: PaidFrom = 'card'): string {
  return from === 'card' ? 'the card processing charge' : 'the payment processing charge'
}

/** 'by card', 'with the card ending in 1111' or 'with PayPal', as in 'You paid £25.00 by card'. */
export function paidWith({
  lastDigits,
  source = 'card',
}: {
  lastDigits: string | null
  source?: PaymentSource | undefined
}): string {
  if (source === 'paypal') return 'with PayPal'
  return lastDigits === null ? 'by card' : `with the card ending in ${lastDigits}`
}

// What a member pays from, at the provider. The setting PAYPAL_BUTTON offers the second.
export const PAYMENT_SOURCES = ['card', 'paypal'] as const
export type PaymentSource = (typeof PAYMENT_SOURCES)[number]

export function isPaymentSource(text: string): text is PaymentSource {
  return PAYMENT_SOURCES.some((one) => one === text)
}

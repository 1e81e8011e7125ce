import { z } from 'zod/mini'
import type { ProviderCapture, ProviderOrder } from '../paypal/provider-shapes.ts'

/**
 * What is stored of a card: what identifies it on a receipt, and the codes that a dispute needs.
 * Its number, holder, expiry and bank are never stored (reliability §1.3, PCI DSS).
 */
export const StoredCard = z.object({
  brand: z.nullable(z.string()),
  type: z.nullable(z.string()),
  lastDigits: z.nullable(z.string()),
  avsCode: z.nullable(z.string()),
  cvvCode: z.nullable(z.string()),
  responseCode: z.nullable(z.string()),
})
export type StoredCard = z.infer<typeof StoredCard>

export function storedCard(order: ProviderOrder, capture: ProviderCapture): StoredCard {
  const card = order.payment_source?.card
  const { avs_code, cvv_code, response_code } = capture.processor_response ?? {}
  return {
    brand: card?.brand ?? null,
    type: card?.type ?? null,
    lastDigits: card?.last_digits ?? null,
    avsCode: avs_code ?? null,
    cvvCode: cvv_code ?? null,
    responseCode: response_code ?? null,
  }
}

/**
 * The part of the provider's order that checkout reads (spec §7), in the provider's shape and
 * without data of the payer; also the response to a repeated request.
 */
export function storedOrder({ id, status, payment_source, purchase_units }: ProviderOrder) {
  const { brand, type, last_digits } = payment_source?.card ?? {}
  return {
    id,
    status,
    ...(payment_source?.card && { payment_source: { card: { brand, type, last_digits } } }),
    purchase_units: (purchase_units ?? []).map(({ payments }) => ({
      payments: { captures: (payments?.captures ?? []).map(storedCapture) },
    })),
  }
}

function storedCapture({ id, status, amount, processor_response: codes }: ProviderCapture) {
  if (!codes) return { id, status, amount }
  const { avs_code, cvv_code, response_code } = codes
  return { id, status, amount, processor_response: { avs_code, cvv_code, response_code } }
}

import { z } from 'zod/mini'
import type { StoredCard } from '../ledger/transaction.ts'
import type { ProviderCapture, ProviderOrder } from '../paypal/provider-shapes.ts'

const StoredOrder = z.looseObject({ purchase_units: z.array(z.unknown()) })
const StoredRefusal = z.object({ issue: z.string(), description: z.string(), debugId: z.string() })

/** The provider's order as storedOrder made it; {} when the last answer was none. */
export function readOrder({ lastAnswer }: { lastAnswer: unknown }): Record<string, unknown> {
  return StoredOrder.safeParse(lastAnswer).data ?? {}
}

/** Null when the last answer was an order: a declined capture shows in the order itself. */
export function readRefusal({ lastAnswer }: { lastAnswer: unknown }) {
  return StoredRefusal.safeParse(lastAnswer).data ?? null
}

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

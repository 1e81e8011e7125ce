import { z } from 'zod/mini'
import {
  isPaymentSource,
  PAYMENT_SOURCES,
  type PaymentSource,
} from '../../../domain/payment-source.ts'
import { stateOfCapture } from '../../../domain/payment-states.ts'
import { type Authentication, penceOf } from '../../../domain/payments.ts'
import type { ProviderCapture, ProviderOrder } from './provider-schemas.ts'

/** What the provider reports of an order. */
export type OrderReport = {
  id: string
  status: string
  /** What the payer approves: our payment's id, the amount ('25.00') and the bank's confirmation. */
  approval: {
    paymentId: string | null | undefined
    value: string | undefined
    currency: string | undefined
    /** What the payer pays from; a card while the provider names nothing. */
    source: PaymentSource | 'other'
    authentication: Authentication | null | undefined
  }
  /** The capture that was not declined, otherwise the last one; null when there is none. */
  capture: Capture | null
  card: StoredCard | null
  /**
   * The part that checkout reads (rules §4.5), in the provider's shape and without data of the payer;
   * also the response to a repeated request.
   */
  stored: object
}

/** In pence; the amount is null when the provider's cannot be read. */
export type Capture = {
  id: string
  state: 'paid' | 'pending review' | 'declined'
  pence: number | null
  feePence: number
  responseCode: string | null
}

/**
 * What is stored of a card, or that a PayPal account paid: what identifies it on a receipt, and the codes that a dispute needs.
 * Its number, holder, expiry and bank are never stored (rules §4.5, PCI DSS).
 */
export const StoredCard = z.object({
  brand: z.nullable(z.string()),
  type: z.nullable(z.string()),
  lastDigits: z.nullable(z.string()),
  avsCode: z.nullable(z.string()),
  cvvCode: z.nullable(z.string()),
  responseCode: z.nullable(z.string()),
  /** Missing for a card. */
  source: z.optional(z.enum(PAYMENT_SOURCES)),
})
export type StoredCard = z.infer<typeof StoredCard>

export const PAYPAL_ACCOUNT: StoredCard = {
  brand: null,
  type: null,
  lastDigits: null,
  avsCode: null,
  cvvCode: null,
  responseCode: null,
  source: 'paypal',
}

export function toReport(order: ProviderOrder): OrderReport {
  const [unit] = order.purchase_units ?? []
  // Declined captures stay in the list when the payer tries again.
  const captures = unit?.payments?.captures ?? []
  const capture = captures.find(({ status }) => !isDeclined(status)) ?? captures.at(-1)
  return {
    id: order.id,
    status: order.status,
    approval: {
      paymentId: unit?.custom_id,
      value: unit?.amount?.value,
      currency: unit?.amount?.currency_code,
      source: sourceOf(order),
      authentication: order.payment_source?.card?.authentication_result,
    },
    capture: capture ? toCapture(capture) : null,
    card: capture ? storedCard(order, capture) : null,
    stored: storedOrder(order),
  }
}

function sourceOf({ payment_source }: ProviderOrder): PaymentSource | 'other' {
  const [name = 'card', ...others] = Object.keys(payment_source ?? {})
  return others.length === 0 && isPaymentSource(name) ? name : 'other'
}

function isDeclined(status: string): boolean {
  return status === 'DECLINED' || status === 'FAILED'
}

function toCapture(capture: ProviderCapture): Capture {
  return {
    id: capture.id,
    state: stateOfCapture(capture.status),
    pence: penceOf(capture.amount?.value ?? ''),
    feePence: penceOf(capture.seller_receivable_breakdown?.paypal_fee?.value ?? '') ?? 0,
    responseCode: capture.processor_response?.response_code ?? null,
  }
}

function storedCard(order: ProviderOrder, capture: ProviderCapture): StoredCard {
  if (sourceOf(order) === 'paypal') return PAYPAL_ACCOUNT
  const { payment_source } = order
  const { brand, type, last_digits } = payment_source?.card ?? {}
  const { avs_code, cvv_code, response_code } = capture.processor_response ?? {}
  return {
    brand: brand ?? null,
    type: type ?? null,
    lastDigits: last_digits ?? null,
    avsCode: avs_code ?? null,
    cvvCode: cvv_code ?? null,
    responseCode: response_code ?? null,
  }
}

function storedOrder({ id, status, payment_source, purchase_units }: ProviderOrder) {
  const { brand, type, last_digits } = payment_source?.card ?? {}
  return {
    id,
    status,
    ...(payment_source?.card && { payment_source: { card: { brand, type, last_digits } } }),
    ...(payment_source?.paypal && { payment_source: { paypal: {} } }),
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

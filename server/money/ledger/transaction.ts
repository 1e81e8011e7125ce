import { z } from 'zod/mini'
import type { TransactionRecord } from '../../../domain/payment-schemas.ts'
import type { PaymentSource } from '../../../domain/payment-source.ts'
import { decimalPounds } from '../../../domain/payments.ts'
import { StoredCard } from '../paypal/order-report.ts'

/** The payment's card, or null. */
export function readCard({ card }: { card: unknown }): StoredCard | null {
  return z.nullable(StoredCard).parse(card)
}

/** What the payment is or was paid from. */
export function sourceOf(payment: { card: unknown }): PaymentSource {
  return readCard(payment)?.source ?? 'card'
}

/** The completed transaction's record (rules §4.5); what is not stored of the card is null. */
export function toTransaction(payment: {
  memberId: number
  orderId: string | null
  capturedPence: number | null
  amountPence: number
  card: unknown
}): TransactionRecord {
  const card = readCard(payment)
  return {
    payer_name: null,
    amount: decimalPounds(payment.capturedPence ?? payment.amountPence),
    payment_reference: payment.orderId ?? '',
    status: 'COMPLETED',
    payment_method: sourceOf(payment),
    card_brand: card?.brand ?? null,
    card_last_digits: card?.lastDigits ?? null,
    card_expiry: null,
    issuing_bank: null,
    avs_code: card?.avsCode ?? null,
    cvv_code: card?.cvvCode ?? null,
    profile_id: payment.memberId,
  }
}

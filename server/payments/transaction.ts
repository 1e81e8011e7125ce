import type { TransactionRecord } from '../../domain/payment-shapes.ts'
import { decimalPounds } from '../../domain/payments.ts'
import type { PaymentRow } from './queries.ts'
import type { Card } from './record-capture.ts'

/** The specification's transaction record (§3) of a payment, from what the provider told us. */
export function toTransaction(payment: PaymentRow, status: string): TransactionRecord {
  const card = payment.card as Card | null
  return {
    payer_name: card?.name ?? null,
    amount: decimalPounds(payment.capturedPence ?? payment.amountPence),
    payment_reference: payment.orderId ?? '',
    status,
    payment_method: 'card',
    card_brand: card?.brand ?? null,
    card_last_digits: card?.lastDigits ?? null,
    card_expiry: card?.expiry ?? null,
    issuing_bank: card?.issuingBank ?? null,
    avs_code: card?.avsCode ?? null,
    cvv_code: card?.cvvCode ?? null,
    profile_id: payment.memberId,
  }
}

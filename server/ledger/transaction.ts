import { z } from 'zod/mini'
import type { TransactionRecord } from '../../domain/payment-shapes.ts'
import { decimalPounds } from '../../domain/payments.ts'
import type { PaymentRow } from '../payments/payments.queries.ts'
import { StoredCard } from '../payments/stored-order.ts'

/** The record of spec §3; the card's holder, expiry and bank are not stored, so they are null. */
export function toTransaction(payment: PaymentRow, status: string): TransactionRecord {
  const card = z.nullable(StoredCard).parse(payment.card)
  return {
    payer_name: null,
    amount: decimalPounds(payment.capturedPence ?? payment.amountPence),
    payment_reference: payment.orderId ?? '',
    status,
    payment_method: 'card',
    card_brand: card?.brand ?? null,
    card_last_digits: card?.lastDigits ?? null,
    card_expiry: null,
    issuing_bank: null,
    avs_code: card?.avsCode ?? null,
    cvv_code: card?.cvvCode ?? null,
    profile_id: payment.memberId,
  }
}

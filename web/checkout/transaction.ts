import type { CaptureAnswer, Payment, TransactionRecord } from '../../domain/payment-schemas.ts'
import { decimalPounds } from '../../domain/payments.ts'

export type PaymentAttempt = {
  orderId: string
  /** The capture's status or, after a failure, its label. */
  status: string
  answer?: CaptureAnswer | undefined
  payment?: Payment | undefined
}

type Charge = {
  payer: { profileId: number; name: string }
  /** The requested amount. */
  pence: number
}

/** Cardholder, expiry and bank never reach the browser, so they are null (rules §4.5). */
export function transactionRecord(
  { orderId, status, answer, payment }: PaymentAttempt,
  { payer, pence }: Charge,
): TransactionRecord {
  const capture = captureOf(answer)
  const card = answer?.payment_source?.card
  return {
    payer_name: payer.name,
    amount: capture?.amount?.value ?? decimalPounds(payment?.amount_pence ?? pence),
    payment_reference: orderId,
    status,
    payment_method: answer?.payment_source?.paypal ? 'paypal' : 'card',
    card_brand: card?.brand ?? card?.type ?? null,
    card_last_digits: card?.last_digits ?? null,
    card_expiry: null,
    issuing_bank: null,
    avs_code: capture?.processor_response?.avs_code ?? null,
    cvv_code: capture?.processor_response?.cvv_code ?? null,
    profile_id: payer.profileId,
  }
}

export function captureOf(answer: CaptureAnswer | undefined) {
  return answer?.purchase_units?.[0]?.payments?.captures?.[0]
}

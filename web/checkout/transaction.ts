import type { CaptureAnswer, Payment, TransactionRecord } from '../../domain/payment-shapes.ts'
import { decimalPounds } from '../../domain/payments.ts'

type PaymentAttempt = {
  orderId: string
  /** The capture's status or, after a failure, its label (spec §7). */
  status: string
  answer?: CaptureAnswer | undefined
  payment?: Payment | undefined
  payer: { profileId: number; name: string }
  /** The requested amount in pence. */
  pence: number
}

/** Cardholder, expiry and bank never reach the browser, so they are null (spec §3). */
export function transactionRecord(attempt: PaymentAttempt): TransactionRecord {
  const { orderId, status, answer, payment, payer, pence } = attempt
  const capture = captureOf(answer)
  const card = answer?.payment_source?.card
  return {
    payer_name: payer.name,
    amount: capture?.amount?.value ?? decimalPounds(payment?.amount_pence ?? pence),
    payment_reference: orderId,
    status,
    payment_method: 'card',
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

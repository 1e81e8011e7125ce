import type { Payment, PaymentRefusal } from '../../domain/payment-schemas.ts'
import { SOURCE_NOT_OFFERED } from '../../domain/payments.ts'
import { isReason, refusalSentence } from '../../domain/refusals.ts'
import { ApiError } from '../api.ts'

/** Why an attempt failed, and what to do; `more` is shown in small print. */
export type PayProblem = { text: string; advice?: string; more?: string; isSignedOut?: boolean }

// The catalogue's messages, with the provider's name filled in.
export const WAIT = 'Please wait while we process your payment'
export const INVALID_FORM = 'The payment form is invalid'
export const NO_RESPONSE = 'No response from PayPal'
export const NOT_PROCESSED = refusalSentence('payment_refused')
const UNEXPECTED = 'Unexpected error occurred, please try again.'

export const CANCELLED: PayProblem = {
  text: 'You left before your bank confirmed the payment.',
  more: 'You have not been charged. You can press Pay again when you are ready.',
}

export const CANCELLED_AT_PAYPAL: PayProblem = {
  text: 'You left PayPal before you confirmed the payment.',
  more: 'You have not been charged. You can pay by card or with PayPal when you are ready.',
}

export function orderProblem(error: unknown): PayProblem {
  if (isSignedOut(error)) return SIGNED_OUT
  const { issue, description, debugId } = refusalOf(error)
  const reason = issue ? `${issue} ${description} (${debugId})` : UNEXPECTED
  return { text: `Could not initiate PayPal Checkout...${reason}`, ...moreOf(error) }
}

/** 'Transaction 3C67: COMPLETED. Please wait ...', shown after capture. */
export function transactionText(id: string, status: string): string {
  return `Transaction ${id}: ${status}. Please wait while we process your payment and navigate you to the next step.`
}

/** Our own words for the provider's reasons, which say what to do next. */
const ADVICE: Record<string, string> = {
  INSTRUMENT_DECLINED:
    'Your bank did not confirm the payment. You have not been charged. Try a different card, or ask your bank why.',
  PAYER_ACTION_REQUIRED:
    'Your bank could not confirm the payment. You have not been charged. Press Pay again, or use a different card.',
  [SOURCE_NOT_OFFERED.issue]:
    'You can no longer pay with PayPal here. You have not been charged. Pay by card instead.',
  CARD_EXPIRED: 'Your card has expired. You have not been charged. Use a different card.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED:
    'This card has been refused too many times. You have not been charged. Use a different card.',
}
const USUAL_ADVICE =
  'You have not been charged. Use a different card, or call us to pay another way.'

export function recoverableProblem(error: unknown): PayProblem {
  return { text: NOT_PROCESSED, more: ADVICE[refusalOf(error).issue] ?? USUAL_ADVICE }
}

/** Includes the provider's debug id for a call to the charity. */
export function nonRecoverableProblem(error?: unknown): PayProblem {
  const { issue, description, debugId } = refusalOf(error)
  if (!issue) return { text: NOT_PROCESSED }
  const advice = ADVICE[issue] ?? USUAL_ADVICE
  return { text: NOT_PROCESSED, advice, more: nonRecoverableError(description, debugId) }
}

/** '' at first; `tries` counts the status requests. */
export function waitingText(tries: number, email: string | null): string {
  if (tries < 1) return ''
  if (tries < 6) {
    return 'We are still waiting to hear about your payment. We are checking again. You will not be charged twice.'
  }
  const told =
    email === null
      ? 'you can come back to this page later'
      : `we will email ${email} as soon as we know`
  return `This is taking longer than usual. You can leave this page open or close it: ${told}.`
}

export function paymentTitle({ state }: Pick<Payment, 'state'>): string {
  if (state === 'refunded') return 'Your money is on its way back'
  if (state === 'refund failed') return 'We owe you a refund'
  return 'Your payment is being checked'
}

export function refusedProblem(error: unknown): PayProblem {
  if (isSignedOut(error)) return SIGNED_OUT
  return { text: NOT_PROCESSED, ...moreOf(error) }
}

/** The provider's first error detail; empty strings when there is none. */
export function refusalOf(error: unknown): { issue: string; description: string; debugId: string } {
  const { details, debug_id }: PaymentRefusal = error instanceof ApiError ? error.body : {}
  const first = Array.isArray(details) ? details[0] : undefined
  return {
    issue: first?.issue ?? '',
    description: first?.description ?? '',
    debugId: debug_id ?? '',
  }
}

function nonRecoverableError(description: string, debugId: string): string {
  return `Non-recoverable error: ${description} (${debugId})`
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export const SIGNED_OUT: PayProblem = {
  text: 'You have been signed out. Sign in again to see what happened to your payment.',
  isSignedOut: true,
}

function moreOf(error: unknown): { more?: string } {
  if (!(error instanceof ApiError) || !isReason(error.code)) return {}
  if (error.code === 'unexpected' || error.code === 'payment_refused') return {}
  return { more: refusalSentence(error.code) }
}

import { z } from 'zod'
import type { Account } from './account.ts'
import {
  brandOf,
  digitsOf,
  isCodeValid,
  isExpired,
  isNameValid,
  isNumberValid,
  isoExpiry,
} from './browser/card-rules.ts'
import { orderEvent } from './events.ts'
import type { KeptCard, Order } from './ledger.ts'
import { findOrder } from './orders.ts'
import { malformed, Refusal, unprocessable } from './refusal.ts'
import { FAILED, type Outcome, outcomeOf, securityOf } from './test-cards.ts'

export const CardSchema = z.object({
  number: z.string().max(40),
  /** YYYY-MM, or MM/YY as printed on the card. */
  expiry: z.string(),
  security_code: z.string().max(8),
  name: z.string().max(300).optional(),
  billing_address: z.looseObject({}).optional(),
})
const ConfirmSchema = z.object({ payment_source: z.object({ card: CardSchema }) })

/** POST /v2/checkout/orders/{id}/confirm-payment-source, the card field's request. */
export function confirmOrder(account: Account, id: string, body: unknown): Order {
  const read = ConfirmSchema.safeParse(body)
  if (!read.success) throw malformed(read.error)
  return approveWith(account, id, read.data.payment_source.card)
}

/** Approves the order with the card, or requires a challenge: PAYER_ACTION_REQUIRED. */
export function approveWith(account: Account, id: string, sent: z.infer<typeof CardSchema>): Order {
  const order = openOrder(account, id)
  const card = keptCard(account, sent, order.verification)
  return card.challenge
    ? keep(account, { ...order, card, status: 'PAYER_ACTION_REQUIRED' })
    : keep(account, { ...order, card, status: 'APPROVED' })
}

/** Approves the order from a PayPal account, also one that was made for a card. */
export function approveByPayPal(account: Account, id: string, outcome: Outcome): Order {
  const order = openOrder(account, id)
  return keep(account, { ...order, card: null, payPal: { outcome }, status: 'APPROVED' })
}

/** The order, not approved yet. */
export function openOrder(account: Account, id: string): Order {
  const order = findOrder(account, id)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  if (order.status === 'APPROVED') throw unprocessable('PAYMENT_ALREADY_APPROVED')
  return order
}

/** A failed one approves the order too; only `authentication_result` differs. */
export function answerChallenge(account: Account, id: string, answer: 'pass' | 'fail'): Order {
  const order = findOrder(account, id)
  const { card } = order
  if (order.status !== 'PAYER_ACTION_REQUIRED' || !card?.challenge)
    throw unprocessable('PAYER_ACTION_NOT_REQUIRED')
  const authentication = answer === 'pass' ? card.challenge : FAILED
  return keep(account, {
    ...order,
    status: 'APPROVED',
    card: { ...card, authentication, challenge: null },
  })
}

function keep(account: Account, changed: Order): Order {
  const order = { ...changed, updatedAt: account.now().toISOString() }
  if (order.status !== 'APPROVED') account.ledger.record({ order })
  else account.ledger.record({ order }, { event: orderEvent(account, order) })
  return order
}

function keptCard(
  { now }: Account,
  sent: z.infer<typeof CardSchema>,
  verification: string | null,
): KeptCard {
  const number = digitsOf(sent.number)
  const expiry = isoExpiry(sent.expiry)
  const name = sent.name?.trim() ?? ''
  const brand = brandOf(number)
  if (!expiry) throw invalid('expiry')
  if (name !== '' && !isNameValid(name)) throw invalid('name')
  if (!brand || !isNumberValid(number))
    throw unprocessable('VALIDATION_ERROR', 'Invalid card number')
  if (isExpired(expiry, now())) throw unprocessable('CARD_EXPIRED')
  if (!isCodeValid(sent.security_code, brand.code.size))
    throw unprocessable('INVALID_SECURITY_CODE_LENGTH')
  const security = securityOf(number, verification)
  return {
    name,
    brand: BRAND_NAMES[brand.type],
    type: brand.type === 'maestro' ? 'DEBIT' : 'CREDIT',
    lastDigits: number.slice(-4),
    expiry,
    authentication: security && !security.isChallenged ? security.result : null,
    challenge: security?.isChallenged ? security.result : null,
    outcome: outcomeOf(name),
  }
}

const BRAND_NAMES = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  'american-express': 'AMEX',
  maestro: 'MAESTRO',
}

function invalid(field: string): Refusal {
  return new Refusal(400, 'INVALID_REQUEST', [
    { field: `/payment_source/card/${field}`, issue: 'INVALID_PARAMETER_SYNTAX', location: 'body' },
  ])
}

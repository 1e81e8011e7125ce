import {
  type Account,
  type Caller,
  madeBefore,
  newId,
  ORDER_KEY_HOURS,
  remembered,
  requestKey,
} from './account.ts'
import { captureEvent } from './events.ts'
import type { Capture, Order } from './ledger.ts'
import { findOrder } from './orders.ts'
import { notFound, unprocessable } from './refusal.ts'
import type { Outcome } from './test-cards.ts'

/**
 * POST /v2/checkout/orders/{id}/capture. `isNew` is false for a repeated PayPal-Request-Id;
 * `drops` when the response is to be lost. Issues: ORDER_NOT_APPROVED, PAYER_ACTION_REQUIRED,
 * ORDER_ALREADY_CAPTURED, DUPLICATE_INVOICE_ID and the card trigger's.
 */
export function captureOrder(
  account: Account,
  caller: Caller,
  id: string,
): { order: Order; isNew: boolean; drops: boolean } {
  const key = requestKey(caller, `capture ${id}`)
  if (madeBefore(account, key, ORDER_KEY_HOURS))
    return { order: findOrder(account, id), isNew: false, drops: false }
  const order = findOrder(account, id)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  if (order.status === 'PAYER_ACTION_REQUIRED') throw unprocessable('PAYER_ACTION_REQUIRED')
  const payer = order.card ?? order.payPal
  if (order.status !== 'APPROVED' || !payer) throw unprocessable('ORDER_NOT_APPROVED')
  const { outcome } = payer
  if (outcome.kind === 'refused') throw unprocessable(outcome.issue)
  if (outcome.kind !== 'declined' && isInvoicePaid(account, order.unit.invoiceId))
    throw unprocessable('DUPLICATE_INVOICE_ID')

  const at = account.now().toISOString()
  const { customId, invoiceId, pence } = order.unit
  const capture: Capture = {
    id: newId(),
    orderId: id,
    ...resultOf(outcome),
    ...(order.payPal ? { processor: null } : {}),
    pence,
    ...(customId === undefined ? {} : { customId }),
    ...(invoiceId === undefined ? {} : { invoiceId }),
    createdAt: at,
    updatedAt: at,
  }
  const captured: Order = { ...order, status: 'COMPLETED', captureId: capture.id, updatedAt: at }
  account.ledger.record({ order: captured }, { capture }, ...remembered(account, key, capture.id), {
    event: captureEvent(account, capture),
  })
  return { order: captured, isNew: true, drops: outcome.kind === 'drops' }
}

export function findCapture({ ledger }: Account, id: string): Capture {
  const capture = ledger.captures.get(id)
  if (!capture) throw notFound()
  return capture
}

export function settleCapture(
  account: Account,
  id: string,
  status: 'COMPLETED' | 'DECLINED',
): Capture {
  const pending = findCapture(account, id)
  if (pending.status !== 'PENDING') throw unprocessable('CAPTURE_NOT_PENDING')
  const isPaid = status === 'COMPLETED'
  const capture: Capture = {
    ...pending,
    status,
    processor: isPaid ? ACCEPTED : { ...ACCEPTED, response_code: '0500' },
    updatedAt: account.now().toISOString(),
  }
  account.ledger.record({ capture }, { event: captureEvent(account, capture, true) })
  return capture
}

const ACCEPTED = { avs_code: 'Y', cvv_code: 'M', response_code: '0000' }
const WRONG_CODE = '00N7'

function resultOf(outcome: Outcome): Pick<Capture, 'status' | 'processor'> {
  if (outcome.kind === 'pending') return { status: 'PENDING', processor: null }
  if (outcome.kind !== 'declined') return { status: 'COMPLETED', processor: ACCEPTED }
  const cvv = outcome.code === WRONG_CODE ? 'N' : 'M'
  return {
    status: 'DECLINED',
    processor: { avs_code: 'N', cvv_code: cvv, response_code: outcome.code },
  }
}

/** A refunded invoice still counts as paid. */
function isInvoicePaid({ ledger }: Account, invoiceId: string | undefined): boolean {
  if (invoiceId === undefined) return false
  return [...ledger.captures.values()].some(
    (capture) =>
      capture.invoiceId === invoiceId &&
      capture.status !== 'DECLINED' &&
      capture.status !== 'PENDING',
  )
}

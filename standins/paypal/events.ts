import type { Account } from './account.ts'
import type { Capture, KeptEvent, Order, Refund } from './ledger.ts'
import { newDebugId } from './refusal.ts'
import { captureBody, orderBody, refundBody } from './shapes.ts'

const SUMMARIES = {
  'CHECKOUT.ORDER.APPROVED': 'An order has been approved by buyer',
  'PAYMENT.CAPTURE.COMPLETED': 'Payment completed',
  'PAYMENT.CAPTURE.DECLINED': 'Payment declined',
  'PAYMENT.CAPTURE.DENIED': 'Payment denied',
  'PAYMENT.CAPTURE.PENDING': 'Payment pending',
  'PAYMENT.CAPTURE.REFUNDED': 'Payment refunded',
}

export function orderEvent(account: Account, order: Order): KeptEvent {
  return event(account, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', orderBody(account, order))
}

export function captureEvent(account: Account, capture: Capture, isSettled = false): KeptEvent {
  const type = {
    COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
    PENDING: 'PAYMENT.CAPTURE.PENDING',
    DECLINED: isSettled ? 'PAYMENT.CAPTURE.DENIED' : 'PAYMENT.CAPTURE.DECLINED',
  } as const
  const { status } = capture
  if (status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED') throw new Error('not a new capture')
  return event(account, type[status], 'capture', captureBody(account, capture))
}

/** The event of a refund; its link `up` is the capture. */
export function refundEvent(account: Account, refund: Refund): KeptEvent {
  return event(account, 'PAYMENT.CAPTURE.REFUNDED', 'refund', refundBody(account, refund))
}

function event(
  { now, url }: Account,
  type: keyof typeof SUMMARIES,
  resourceType: 'capture' | 'refund' | 'checkout-order',
  resource: unknown,
): KeptEvent {
  const id = `WH-${newDebugId().toUpperCase()}-${newDebugId().toUpperCase()}`
  const createdAt = now().toISOString()
  const body = {
    id,
    event_version: '1.0',
    create_time: createdAt,
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: type,
    summary: SUMMARIES[type],
    resource,
    links: [{ href: `${url}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
  }
  return { id, type, body: JSON.stringify(body), createdAt }
}

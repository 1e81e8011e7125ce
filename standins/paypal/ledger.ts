// The stand-in's state as an append-only file. Each line has all changes of one request and is
// written before the response, so that a kill never loses money or splits a request.
import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Authentication, Outcome } from './test-cards.ts'

export type PurchaseUnit = {
  referenceId: string
  pence: number
  breakdown?: unknown
  items?: unknown
  description?: string
  customId?: string
  invoiceId?: string
}

/** Never includes number or code. */
export type KeptCard = {
  name: string
  brand: string
  type: 'CREDIT' | 'DEBIT'
  lastDigits: string
  /** YYYY-MM */
  expiry: string
  authentication: Authentication | null
  /** The result of passing the challenge; null when there is none or it is answered. */
  challenge: Authentication | null
  outcome: Outcome
}

/** A payer who is signed in at PayPal. */
export type KeptPayPal = { outcome: Outcome }

export type Order = {
  id: string
  clientId: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  unit: PurchaseUnit
  /** `payment_source.card.attributes.verification.method` */
  verification: string | null
  card: KeptCard | null
  /** What the shop asked the payer to pay from; a card when missing. */
  source?: 'paypal'
  /** Missing unless a PayPal account has approved. */
  payPal?: KeptPayPal
  captureId: string | null
  createdAt: string
  updatedAt: string
}

export type Capture = {
  id: string
  orderId: string
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  pence: number
  customId?: string
  invoiceId?: string
  processor: { avs_code: string; cvv_code: string; response_code: string } | null
  createdAt: string
  updatedAt: string
}

export type Refund = {
  id: string
  captureId: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  pence: number
  invoiceId?: string
  note?: string
  createdAt: string
  updatedAt: string
}

/** A PayPal-Request-Id and the id of what its first request created. */
export type KeptRequest = { key: string; targetId: string; at: string }

export type KeptEvent = {
  id: string
  type: string
  body: string
  createdAt: string
}

/** `isDone` when nothing more is to be sent. */
export type Delivery = { eventId: string; tries: number; isDone: boolean }

export type Change =
  | { order: Order }
  | { capture: Capture }
  | { refund: Refund }
  | { request: KeptRequest }
  | { event: KeptEvent }
  | { delivery: Delivery }

export type Ledger = ReturnType<typeof openLedger>

/** Opens or creates the journal in `folder`. An incomplete last line is removed. */
export function openLedger(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'journal.jsonl')
  const file = openSync(path, 'a', 0o600)
  const orders = new Map<string, Order>()
  const captures = new Map<string, Capture>()
  const refunds = new Map<string, Refund>()
  const requests = new Map<string, KeptRequest>()
  const events = new Map<string, KeptEvent>()
  const deliveries = new Map<string, Delivery>()
  let tellOfEvent = (_event: KeptEvent): void => {}
  let isOpen = true
  const kept = readFileSync(path, 'utf8')
  const whole = kept.slice(0, kept.lastIndexOf('\n') + 1)
  if (whole !== kept) truncateSync(path, Buffer.byteLength(whole))
  for (const line of whole.split('\n')) if (line) (JSON.parse(line) as Change[]).forEach(apply)

  return {
    orders,
    captures,
    refunds,
    requests,
    events,
    deliveries,
    onEvent(listener: (event: KeptEvent) => void): void {
      tellOfEvent = listener
    },
    /** Writes all of `changes` or none. */
    record(...changes: Change[]): void {
      if (!isOpen) throw new Error('the ledger is closed')
      writeSync(file, `${JSON.stringify(changes)}\n`)
      changes.forEach(apply)
      for (const change of changes) if ('event' in change) tellOfEvent(change.event)
    },
    refundsOf(captureId: string): Refund[] {
      return [...refunds.values()].filter((refund) => refund.captureId === captureId)
    },
    close(): void {
      isOpen = false
      closeSync(file)
    },
  }

  function apply(change: Change): void {
    if ('order' in change) orders.set(change.order.id, change.order)
    if ('capture' in change) captures.set(change.capture.id, change.capture)
    if ('refund' in change) refunds.set(change.refund.id, change.refund)
    if ('request' in change) requests.set(change.request.key, change.request)
    if ('event' in change) events.set(change.event.id, change.event)
    if ('delivery' in change) deliveries.set(change.delivery.eventId, change.delivery)
  }
}

// Everything the stand-in knows, as an append-only file: one line holds all that one request changed,
// written before anything is answered, so that a kill loses no money and splits no request.
import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Authentication, Outcome } from './test-cards.ts'

export type PurchaseUnit = {
  referenceId: string
  pence: number
  /** As sent, to be given back. */
  breakdown?: unknown
  items?: unknown
  description?: string
  customId?: string
  invoiceId?: string
}

/** Never its number nor its code. */
export type KeptCard = {
  name: string
  brand: string
  type: 'CREDIT' | 'DEBIT'
  lastDigits: string
  /** YYYY-MM */
  expiry: string
  authentication: Authentication | null
  /** What passing the challenge comes to; null when there is none or it is answered. */
  challenge: Authentication | null
  outcome: Outcome
}

export type Order = {
  id: string
  clientId: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  unit: PurchaseUnit
  /** `payment_source.card.attributes.verification.method` */
  verification: string | null
  card: KeptCard | null
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

/** A PayPal-Request-Id, and what its first request made. */
export type KeptRequest = { key: string; targetId: string; at: string }

export type KeptEvent = {
  id: string
  type: string
  /** The signed bytes. */
  body: string
  createdAt: string
}

/** How far an event has come; `isDone` when nothing more is to be sent. */
export type Delivery = { eventId: string; tries: number; isDone: boolean }

export type Change =
  | { order: Order }
  | { capture: Capture }
  | { refund: Refund }
  | { request: KeptRequest }
  | { event: KeptEvent }
  | { delivery: Delivery }

export type Ledger = ReturnType<typeof openLedger>

/** Opens `folder`'s journal, or begins one. A last line that a kill cut short is taken away. */
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
    /** All of `changes` or none. */
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

import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Keys } from './keys.ts'
import type { Delivery, KeptEvent, Ledger } from './ledger.ts'

/**
 * Delivery of events: at once; held until requested; repeated; in reverse, collected for `ms`;
 * delayed by `ms`; or before the response to the call that caused them.
 */
export const WebhookModeSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('normal') }),
  z.object({ mode: z.literal('hold') }),
  z.object({ mode: z.literal('duplicate'), copies: z.number().int().min(2).max(20).default(2) }),
  z.object({ mode: z.literal('reorder'), ms: z.number().int().min(0).default(500) }),
  z.object({ mode: z.literal('late'), ms: z.number().int().min(0).default(3_000) }),
  z.object({ mode: z.literal('early') }),
])
export type WebhookMode = z.infer<typeof WebhookModeSchema>
export type Webhooks = ReturnType<typeof openWebhooks>

// PayPal retries 25 times over three days; the pauses are scaled down.
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000]
const LAST_PAUSE_MS = 30_000
const TRIES = 25
const ANSWER_MS = 10_000
const EARLY_MS = 3_000

/** Sends the ledger's events to `target`, signed, until each gets a 2xx response. */
export function openWebhooks(options: {
  ledger: Ledger
  keys: Keys
  /** The stand-in's address, used for the certificate's URL. */
  url: string
  target: string
  webhookId: string
  onLog: (line: string) => void
}) {
  const { ledger, keys, url, target, webhookId, onLog } = options
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const running = new Set<Promise<void>>()
  let mode: WebhookMode = { mode: 'normal' }
  let held: KeptEvent[] = []
  let early: Promise<unknown>[] = []

  ledger.onEvent(take)
  for (const event of ledger.events.values())
    if (!ledger.deliveries.get(event.id)?.isDone) start(deliver(event))

  return {
    setMode(next: WebhookMode): void {
      mode = next
    },
    /** Sends held events, in reverse on request. Resolves when each was tried once. */
    async deliverHeld(isReversed: boolean): Promise<number> {
      const events = isReversed ? held.reverse() : held
      held = []
      await inTurn(events)
      return events.length
    },
    /** Sends one signed event that is of no order here; whether it was answered 2xx. */
    sendOther: (event: { id: string; event_type: string }): Promise<boolean> =>
      post({ id: event.id, type: event.event_type, body: JSON.stringify(event) }),
    held: () => held.map(({ id, type }) => ({ id, type })),
    /** In mode `early`, waits until the receiver has the events of this call. */
    async earlyDelivered(): Promise<void> {
      const waiting = early
      early = []
      if (waiting.length === 0) return
      await Promise.race([Promise.all(waiting), pause(EARLY_MS)])
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
    },
  }

  function take(event: KeptEvent): void {
    if (mode.mode === 'hold') held.push(event)
    else start(sent(event, mode))
  }

  async function sent(event: KeptEvent, how: WebhookMode): Promise<void> {
    if (how.mode === 'late') await pause(how.ms)
    if (how.mode === 'reorder') return sentTogether(event, how.ms)
    if (how.mode === 'duplicate')
      for (let copy = 1; copy < how.copies; copy += 1) start(post(event).then(() => {}))
    if (how.mode === 'early') {
      const first = attempt(event)
      early.push(first)
      await first
    }
    await deliver(event)
  }

  async function sentTogether(event: KeptEvent, ms: number): Promise<void> {
    held.push(event)
    if (held.length > 1) return
    await pause(ms)
    await inTurn(held.splice(0).reverse())
  }

  async function inTurn(events: KeptEvent[]): Promise<void> {
    for (const event of events) if (!(await attempt(event))) start(deliver(event))
  }

  async function deliver(event: KeptEvent): Promise<void> {
    while (!stopping.signal.aborted) {
      const { tries, isDone } = deliveryOf(event)
      if (isDone) return
      if (tries > 0) await pause(PAUSES_MS[tries - 1] ?? LAST_PAUSE_MS)
      if (!stopping.signal.aborted) await attempt(event)
    }
  }

  async function attempt(event: KeptEvent): Promise<boolean> {
    const isHeard = await post(event)
    if (stopping.signal.aborted) return isHeard
    const tries = deliveryOf(event).tries + 1
    const isDone = isHeard || tries >= TRIES
    ledger.record({ delivery: { eventId: event.id, tries, isDone } })
    if (!isHeard && isDone) onLog(`PayPal stand-in: gave up webhook ${event.type} ${event.id}.`)
    return isHeard
  }

  function deliveryOf({ id }: KeptEvent): Delivery {
    return ledger.deliveries.get(id) ?? { eventId: id, tries: 0, isDone: false }
  }

  async function post({
    id,
    type,
    body,
  }: Pick<KeptEvent, 'id' | 'type' | 'body'>): Promise<boolean> {
    const transmission = { id: randomUUID(), time: new Date().toISOString(), webhookId, body }
    try {
      const { status, ok } = await fetch(target, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]),
        headers: {
          'content-type': 'application/json',
          'paypal-transmission-id': transmission.id,
          'paypal-transmission-time': transmission.time,
          'paypal-transmission-sig': keys.sign(transmission),
          'paypal-cert-url': `${url}/certs/1.pem`,
          'paypal-auth-algo': 'SHA256withRSA',
        },
      })
      if (!ok) onLog(`PayPal stand-in: webhook ${type} ${id} was answered ${status}.`)
      return ok
    } catch (error) {
      if (stopping.signal.aborted) return false
      const reason = error instanceof Error ? error.message : String(error)
      onLog(`PayPal stand-in: webhook ${type} ${id} did not arrive (${reason}).`)
      return false
    }
  }

  function start(work: Promise<void>): void {
    running.add(work)
    work.finally(() => running.delete(work))
  }

  // Aborted when the stand-in stops.
  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
  }
}

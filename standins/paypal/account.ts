import { randomInt } from 'node:crypto'
import type { KeptRequest, Ledger } from './ledger.ts'

/** The merchant's account: what the verbs read and write. */
export type Account = {
  ledger: Ledger
  now(): Date
  /** The stand-in's own address, for links. */
  url: string
}

/** What the caller said of a request besides its body. */
export type Caller = { clientId: string; requestId: string | null }

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** An id as PayPal makes them: 17 of [0-9A-Z]. */
export function newId(): string {
  return Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

const HOUR = 3_600_000
export const ORDER_KEY_HOURS = 6
export const REFUND_KEY_HOURS = 45 * 24

/** What the first request with this PayPal-Request-Id made, while the id is remembered. */
export function madeBefore(
  { ledger, now }: Account,
  key: string | null,
  hours: number,
): string | null {
  const request = key === null ? undefined : ledger.requests.get(key)
  if (!request || now().getTime() - Date.parse(request.at) > hours * HOUR) return null
  return request.targetId
}

/** The key under which a request is remembered; null when the caller sent no id. */
export function requestKey({ clientId, requestId }: Caller, call: string): string | null {
  return requestId === null ? null : `${call} ${clientId} ${requestId}`
}

/** The line that remembers a request; none when the caller sent no id. */
export function remembered(account: Account, key: string | null, targetId: string) {
  if (key === null) return []
  const request: KeptRequest = { key, targetId, at: account.now().toISOString() }
  return [{ request }]
}

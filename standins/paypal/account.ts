import { randomInt } from 'node:crypto'
import type { KeptRequest, Ledger } from './ledger.ts'

export type Account = {
  ledger: Ledger
  now(): Date
  url: string
}

export type Caller = { clientId: string; requestId: string | null }

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** An id in PayPal's format: 17 of [0-9A-Z]. */
export function newId(): string {
  return Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

const HOUR = 3_600_000
export const ORDER_KEY_HOURS = 6
export const REFUND_KEY_HOURS = 45 * 24

/** The result of the first request with this PayPal-Request-Id, while it is stored. */
export function madeBefore(
  { ledger, now }: Account,
  key: string | null,
  hours: number,
): string | null {
  const request = key === null ? undefined : ledger.requests.get(key)
  if (!request || now().getTime() - Date.parse(request.at) > hours * HOUR) return null
  return request.targetId
}

/** The storage key of a request; null without PayPal-Request-Id. */
export function requestKey({ clientId, requestId }: Caller, call: string): string | null {
  return requestId === null ? null : `${call} ${clientId} ${requestId}`
}

/** The ledger entry that stores a request id; none without PayPal-Request-Id. */
export function remembered(account: Account, key: string | null, targetId: string) {
  if (key === null) return []
  const request: KeptRequest = { key, targetId, at: account.now().toISOString() }
  return [{ request }]
}

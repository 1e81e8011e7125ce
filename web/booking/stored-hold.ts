import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'

/** `until` is in ms on the device's clock. */
export type StoredHold = { time: string; expiresAt: string; until: number }

const KEY = 'hold'
const MAX_MS = HOLD_MINUTES * 60_000

/** Assumes the full 15 minutes when the device's clock is clearly wrong. */
export function holdOnThisClock(hold: Pick<Hold, 'slot' | 'expires_at'>, now: number): StoredHold {
  const remaining = Date.parse(hold.expires_at) - now
  const isBelievable = remaining > 0 && remaining <= MAX_MS + 30_000
  return {
    time: hold.slot,
    expiresAt: hold.expires_at,
    until: now + (isBelievable ? Math.min(remaining, MAX_MS) : MAX_MS),
  }
}

type OwnedHold = StoredHold & { owner: string }
/** Needed because signing out in another tab clears this tab's session storage. */
let inMemory: OwnedHold | null = null

export function storeHold(owner: string, hold: StoredHold): void {
  inMemory = { owner, ...hold }
  sessionStorage.setItem(KEY, JSON.stringify(inMemory))
}

export function clearHold(): void {
  inMemory = null
  sessionStorage.removeItem(KEY)
}

/** Perhaps expired. */
export function storedHold(owner: string): StoredHold | null {
  const parsed = inMemory ?? readOwnedHold()
  if (parsed === null || parsed.owner !== owner) return null
  return { time: parsed.time, expiresAt: parsed.expiresAt, until: parsed.until }
}

function readOwnedHold(): OwnedHold | null {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return isOwnedHold(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isOwnedHold(value: unknown): value is OwnedHold {
  const { owner, time, expiresAt, until } = Object(value)
  return (
    [owner, time, expiresAt].every((text) => typeof text === 'string') && Number.isFinite(until)
  )
}

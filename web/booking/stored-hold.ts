import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'

/** A hold as this tab stores it; `until` is in ms on the device's clock. */
export type StoredHold = { time: string; expiresAt: string; until: number }

const KEY = 'hold'
const LONGEST = HOLD_MINUTES * 60_000

/**
 * Expiry on the device's clock (`now` in ms); the full 15 minutes when that clock is clearly
 * wrong.
 */
export function holdOnThisClock(hold: Pick<Hold, 'slot' | 'expires_at'>, now: number): StoredHold {
  const left = Date.parse(hold.expires_at) - now
  const isBelievable = left > 0 && left <= LONGEST + 30_000
  return {
    time: hold.slot,
    expiresAt: hold.expires_at,
    until: now + (isBelievable ? Math.min(left, LONGEST) : LONGEST),
  }
}

type Kept = StoredHold & { owner: string }
/** Needed because signing out in another tab clears this tab's session storage. */
let inMemory: Kept | null = null

/** Stores the hold for a reload of this tab; it holds no health data. */
export function storeHold(owner: string, hold: StoredHold): void {
  inMemory = { owner, ...hold }
  sessionStorage.setItem(KEY, JSON.stringify(inMemory))
}

export function clearHold(): void {
  inMemory = null
  sessionStorage.removeItem(KEY)
}

/** This owner's hold in this tab, perhaps expired; null without one. */
export function storedHold(owner: string): StoredHold | null {
  const kept = inMemory ?? readKept()
  if (kept === null || kept.owner !== owner) return null
  return { time: kept.time, expiresAt: kept.expiresAt, until: kept.until }
}

function readKept(): Kept | null {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

function isKept(value: unknown): value is Kept {
  const { owner, time, expiresAt, until } = Object(value)
  return (
    [owner, time, expiresAt].every((text) => typeof text === 'string') && Number.isFinite(until)
  )
}

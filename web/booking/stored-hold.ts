import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'

/** The member's place as this tab knows it; `until` is when it ends on this device's own clock, ms. */
export type KeptHold = { time: string; expiresAt: string; until: number }

const KEY = 'hold'
const LONGEST = HOLD_MINUTES * 60_000

/**
 * Reckons the hold on this device's clock, `now` in ms. A device whose clock is wrong would see a
 * fresh hold as over, or as hours long: it then counts the whole 15 minutes from now.
 */
export function keptHold(hold: Pick<Hold, 'slot' | 'expires_at'>, now: number): KeptHold {
  const left = Date.parse(hold.expires_at) - now
  const isBelievable = left > 0 && left <= LONGEST + 30_000
  return {
    time: hold.slot,
    expiresAt: hold.expires_at,
    until: now + (isBelievable ? Math.min(left, LONGEST) : LONGEST),
  }
}

type Kept = KeptHold & { owner: string }
/** For a detour to sign-in: signing out in another tab empties the storage of this one too. */
let inMemory: Kept | null = null

/** Remembers the hold for a reload of this tab. It says nothing about health. */
export function rememberHold(owner: string, hold: KeptHold): void {
  inMemory = { owner, ...hold }
  sessionStorage.setItem(KEY, JSON.stringify(inMemory))
}

export function forgetHold(): void {
  inMemory = null
  sessionStorage.removeItem(KEY)
}

/**
 * The hold of this owner (member and event) that this tab remembers; it may have run out meanwhile,
 * which he has yet to be told.
 */
export function rememberedHold(owner: string): KeptHold | null {
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
    // Written by something else: no hold of ours.
    return null
  }
}

function isKept(value: unknown): value is Kept {
  const { owner, time, expiresAt, until } = Object(value)
  return (
    [owner, time, expiresAt].every((text) => typeof text === 'string') && Number.isFinite(until)
  )
}

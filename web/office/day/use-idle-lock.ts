import { useEffect } from 'react'
import type { DaySession } from './day-session.ts'

const IDLE_MS = 15 * 60_000
const LOOK_MS = 10_000
const ACTIVITY = ['click', 'keydown', 'touchmove', 'wheel'] as const

/** Locks the day after 15 minutes without a press (rules §9.1). */
export function useIdleLock(session: DaySession): void {
  useEffect(() => {
    let lastActive = Date.now()
    const note = () => {
      lastActive = Date.now()
    }
    const timer = setInterval(() => {
      if (Date.now() - lastActive >= IDLE_MS) session.lock()
    }, LOOK_MS)
    for (const type of ACTIVITY) addEventListener(type, note, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const type of ACTIVITY) removeEventListener(type, note, { capture: true })
    }
  }, [session])
}

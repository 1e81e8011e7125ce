import { useEffect, useState } from 'react'
import type { DoorSession } from './day-session.ts'

const LOOK_MS = 15_000

/** The time by the server's clock, new every 15 seconds and when `because` changes. */
export function useNow(session: DoorSession, because: unknown): Date {
  const [now, setNow] = useState(() => session.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press is newer than the last look.
  useEffect(() => {
    const look = () => setNow(session.now())
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [session, because])
  return now
}

// Two people who work on one list of calls do not call the same member twice.
import { MINUTE_MS } from '../durations.ts'

/** How long a member is with whoever took the call; afterwards anybody may take it. */
export const CALL_MINUTES = 15

/** Who is calling, and since when. */
export type Ringing = { ringingBy: number | null; ringingSince: Date | null }

/** The person who is calling at `now`; null for nobody, or when their time is over. */
export function callerAt({ ringingBy, ringingSince }: Ringing, now: Date): number | null {
  if (ringingSince === null) return null
  return now.getTime() - ringingSince.getTime() < CALL_MINUTES * MINUTE_MS ? ringingBy : null
}

// Calls that a person makes: two people who work on one list do not call the same member twice.
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { CloseReason } from './loop-closing.ts'

/** How long a call belongs to the person who took it; afterwards anybody may take it. */
export const CALL_MINUTES = 15

/** What a call comes to that leaves its task open. */
export const CALL_OUTCOMES = ['no_answer', 'left_message'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

const CALL_AGAIN_MS: Record<CallOutcome, number> = {
  no_answer: 2 * HOUR_MS,
  left_message: 24 * HOUR_MS,
}

/** What closes a task after a call without any words. */
const ENDS_BY_CALL: readonly CloseReason[] = ['told_by_telephone', 'wrong_number', 'not_needed']

/** Who is calling, and since when. */
export type Ringing = { ringingBy: number | null; ringingSince: Date | null }

/** The person who is calling at `now`; null for nobody, or when their time is over. */
export function callerAt({ ringingBy, ringingSince }: Ringing, now: Date): number | null {
  if (ringingSince === null) return null
  return now.getTime() - ringingSince.getTime() < CALL_MINUTES * MINUTE_MS ? ringingBy : null
}

/** When to try again; sooner where the call would otherwise come after what it is due by. */
export function callAgainAt(outcome: CallOutcome, now: Date, dueAt: Date | null): Date {
  const left = dueAt === null ? 0 : dueAt.getTime() - now.getTime()
  const wait = CALL_AGAIN_MS[outcome]
  return new Date(now.getTime() + (left > 0 ? Math.min(wait, left / 2) : wait))
}

/** Of the outcomes of a task those that one press records. */
export function reasonsByCall(reasons: readonly CloseReason[]): CloseReason[] {
  return reasons.filter((reason) => ENDS_BY_CALL.includes(reason))
}

// Calls that a person makes: two people who work on one list do not call the same member twice.
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { LoopKind } from './care-loops.ts'
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

/** What nobody must learn from a message left with somebody else is a test or its result. */
const MAY_LEAVE_MESSAGE: readonly LoopKind[] = [
  'not_told',
  'unpaid',
  'place_offered',
  'did_not_attend',
]

const ASKS_LABORATORY: readonly LoopKind[] = ['sample_to_lab', 'lab_to_result', 'tell_laboratory']

/** Whether the task is done by calling the laboratory, not the member. */
export function isCallToLaboratory(kind: LoopKind): boolean {
  return ASKS_LABORATORY.includes(kind)
}

/** What a call about this kind of task may come to. */
export function callOutcomesOf(kind: LoopKind): CallOutcome[] {
  return MAY_LEAVE_MESSAGE.includes(kind) ? ['no_answer', 'left_message'] : ['no_answer']
}

/** Who is calling, and since when. */
type Ringing = { ringingBy: number | null; ringingSince: Date | null }

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

const BEFORE_OFFER_ENDS_MS = HOUR_MS

/** An hour before the offer ends at `until`, or in the middle of what is left of less than two hours. */
export function offerCallDueAt(until: Date, now: Date): Date {
  const left = Math.max(0, until.getTime() - now.getTime())
  return new Date(until.getTime() - Math.min(BEFORE_OFFER_ENDS_MS, left / 2))
}

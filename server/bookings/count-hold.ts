import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'

const WINDOW_MS = 15 * 60_000
/** Four changes of mind a minute: more is a program that keeps other men from the times. */
const HOLDS = 60

/**
 * Counts a hold that a member was given, in the transaction that gives it; throws Refused
 * too_many_requests when it is one too many, so that it was never his. Counted last, when the place is
 * his already: members who ask at once still meet on places, not on counters.
 */
export async function countHold(
  tx: Tx,
  { fieldKeys, settings, now }: Pick<Deps, 'fieldKeys' | 'settings' | 'now'>,
  member: { userId: string },
): Promise<void> {
  const what = 'holds of a member'
  const who = fieldKeys.blindIndex(member.userId, what)
  const limit = Math.ceil(HOLDS * settings.rateLimitScale)
  await consumeOrThrow(tx, { what, who }, { limit, windowMs: WINDOW_MS, now: now() })
}

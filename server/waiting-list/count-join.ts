import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'

const WINDOW_MS = 15 * 60_000
/** A man joins a list or two; more is a program. */
const JOINS = 30

/**
 * Counts that a member joined a list, in the transaction that puts him on it; throws Refused
 * too_many_requests when it is one too many, so that he never was.
 */
export async function countJoin(
  tx: Tx,
  { fieldKeys, settings, now }: Pick<Deps, 'fieldKeys' | 'settings' | 'now'>,
  member: { userId: string },
): Promise<void> {
  const what = 'joins of a member'
  const who = fieldKeys.blindIndex(member.userId, what)
  const limit = Math.ceil(JOINS * settings.rateLimitScale)
  await consumeOrThrow(tx, { what, who }, { limit, windowMs: WINDOW_MS, now: now() })
}

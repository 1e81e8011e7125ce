import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'

const WINDOW_MS = 15 * 60_000
/** Members join a list or two; more is a script. */
const JOINS = 30

/** Throws Refused too_many_requests; call it in the transaction of the join. */
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

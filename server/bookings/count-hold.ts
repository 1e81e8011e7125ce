import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'

const WINDOW_MS = 15 * 60_000
/** Per member and window: four changes of mind a minute; more is a script that blocks times. */
const HOLDS = 60

/** Throws Refused too_many_requests. Counted last, so that members contend for places first. */
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

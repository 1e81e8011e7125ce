import { findOpenFreeRepeat } from '../facts/free-repeats.queries.ts'
import { hasOpenRepeat } from '../facts/not-sampled.queries.ts'
import type { Queryable } from '../platform/db/database.ts'

/** Whether the member's next booking is free: a sample gave no number, or none could be taken. */
export async function hasFreeRepeat(
  q: Queryable,
  member: { memberId: number; now: Date },
): Promise<boolean> {
  return (await findOpenFreeRepeat(q, member)) !== null || (await hasOpenRepeat(q, member.memberId))
}

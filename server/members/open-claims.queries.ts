import { and, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { recordClaims } from '../platform/db/schema.ts'

/** Ends the claims of these records that wait for a proof: the records are no longer what was claimed. */
export async function endClaimsOf(
  q: Queryable,
  { memberIds, now }: { memberIds: readonly number[]; now: Date },
): Promise<void> {
  await q
    .update(recordClaims)
    .set({ endedAt: now, endedBecause: 'record changed' })
    .where(and(inArray(recordClaims.memberId, [...memberIds]), isNull(recordClaims.endedAt)))
}

/** Whether an account claims this record and waits. */
export async function isClaimWaiting(q: Queryable, memberId: number): Promise<boolean> {
  const open = and(inArray(recordClaims.memberId, [memberId]), isNull(recordClaims.endedAt))
  return (await q.$count(recordClaims, open)) > 0
}

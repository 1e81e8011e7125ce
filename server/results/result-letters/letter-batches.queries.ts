import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isAddressee } from '../../facts/letter-contents.queries.ts'
import { addresseeId, isHeld, isOutdated } from '../../facts/standing-letters.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { letterBatches, members, resultLetters, staff } from '../../platform/db/schema.ts'

export async function insertBatch(
  q: Queryable,
  batch: typeof letterBatches.$inferInsert,
): Promise<number> {
  const [row] = await q.insert(letterBatches).values(batch).returning({ id: letterBatches.id })
  if (!row) throw new Error('a batch was not inserted')
  return row.id
}

export async function lockBatch(q: Queryable, id: number) {
  const [row] = await q.select().from(letterBatches).where(eq(letterBatches.id, id)).for('update')
  return row ?? null
}

export async function updateBatch(
  q: Queryable,
  id: number,
  changes: Partial<typeof letterBatches.$inferInsert>,
): Promise<void> {
  await q.update(letterBatches).set(changes).where(eq(letterBatches.id, id))
}

const isStopped = eq(resultLetters.state, 'stopped')

const isKept = sql`(${resultLetters.state} in ('to_collect', 'collected'))`
const willBeKept = sql`(${resultLetters.state} = 'waiting' and ${resultLetters.recipient} = 'member'
  and exists (select from members one where one.id = ${addresseeId} and one.contact_by = 'collect'))`

/** Not on its way yet, and may not go. */
function isOut(q: Queryable, now: Date): SQL {
  return sql`(case when ${resultLetters.state} in ('posted', 'returned', 'to_collect', 'collected') then false
    else ${isStopped} or ${isOutdated(now)} or ${isHeld(q)} end)`
}

/** The latest first; one of them with `only`. `letters` counts those that may be posted. */
export function listBatches(
  q: Queryable,
  {
    after = null,
    limit = 1,
    only,
    now,
  }: { after?: number | null; limit?: number; only?: number; now: Date },
) {
  return q
    .select({
      id: letterBatches.id,
      reason: letterBatches.reason,
      madeBy: staff.name,
      madeAt: letterBatches.madeAt,
      printedAt: letterBatches.printedAt,
      postedAt: letterBatches.postedAt,
      letters: sql<number>`count(*) filter (where not ${isOut(q, now)} and not ${isKept})`.mapWith(
        Number,
      ),
      toCollect:
        sql<number>`count(*) filter (where ${isKept} or ${willBeKept} and not ${isOut(q, now)})`.mapWith(
          Number,
        ),
      stopped: sql<number>`count(*) filter (where ${isStopped})`.mapWith(Number),
    })
    .from(letterBatches)
    .innerJoin(staff, eq(staff.id, letterBatches.madeBy))
    .innerJoin(resultLetters, eq(resultLetters.batchId, letterBatches.id))
    .where(
      and(
        after === null ? undefined : sql`${letterBatches.id} < ${after}`,
        only === undefined ? undefined : eq(letterBatches.id, only),
      ),
    )
    .groupBy(letterBatches.id, staff.name)
    .orderBy(desc(letterBatches.id))
    .limit(limit)
}

/** Of a batch that is not posted: letters that may not go with it, and have to leave the pile. */
export function listToTakeOut(q: Queryable, { batchId, now }: { batchId: number; now: Date }) {
  return q
    .select({
      id: resultLetters.id,
      recipient: resultLetters.recipient,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
    })
    .from(resultLetters)
    .innerJoin(letterBatches, eq(letterBatches.id, resultLetters.batchId))
    .innerJoin(members, isAddressee)
    .where(and(eq(resultLetters.batchId, batchId), isNull(letterBatches.postedAt), isOut(q, now)))
    .orderBy(asc(resultLetters.id))
}

export async function countBatches(q: Queryable): Promise<number> {
  return q.$count(letterBatches)
}

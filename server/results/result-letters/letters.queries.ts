import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import {
  isToCollect,
  type LetterState,
  type Recipient,
} from '../../../domain/office/result-letters.ts'
import { isPostal } from '../../../domain/postal-address.ts'
import { isAllowed } from '../../facts/gp-letters.queries.ts'
import { addressee, isAddressee } from '../../facts/letter-contents.queries.ts'
import { isHeld, isOutdated } from '../../facts/standing-letters.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  labResults,
  letterBatches,
  members,
  resultLetters,
  staff,
} from '../../platform/db/schema.ts'

/** Its id; null when there is one already. */
export async function insertLetter(
  q: Queryable,
  added: typeof resultLetters.$inferInsert,
): Promise<number | null> {
  const [row] = await q
    .insert(resultLetters)
    .values(added)
    .onConflictDoNothing()
    .returning({ id: resultLetters.id })
  return row?.id ?? null
}

const letter = {
  id: resultLetters.id,
  state: resultLetters.state,
  recipient: resultLetters.recipient,
  copy: resultLetters.copy,
  batchId: resultLetters.batchId,
  waitingSince: resultLetters.waitingSince,
  returnedOn: resultLetters.returnedOn,
  returnReason: resultLetters.returnReason,
  resultId: resultLetters.resultId,
  surgery: resultLetters.surgery,
  surgeryIndex: resultLetters.surgeryIndex,
  postedAt: letterBatches.postedAt,
  collectedAt: resultLetters.collectedAt,
  handedOverBy: staff.name,
  identityProof: resultLetters.identityProof,
  ...addressee,
}
export type LetterRow = Awaited<ReturnType<typeof listLetters>>[number]

/**
 * The condition that a letter is of a member who `matches`, or about one of these results of the
 * laboratory; undefined, for all letters, without either.
 */
export function isSought(
  q: Queryable,
  { matches, labResultIds: ids }: { matches: SQL | undefined; labResultIds: number[] | null },
): SQL | undefined {
  if (ids === null) return matches
  const results = q
    .select({ id: labResults.resultId })
    .from(labResults)
    .where(inArray(labResults.id, ids))
  return or(matches, inArray(resultLetters.resultId, results))
}

const isShown = or(ne(resultLetters.state, 'waiting'), isAllowed)

/**
 * Waiting ones from the first, others from the last; none that wait and may not be sent. `matches` is a
 * condition on `members`.
 */
export function listLetters(
  q: Queryable,
  {
    state,
    after,
    limit,
    matches,
  }: { state: LetterState; after: number | null; limit: number; matches?: SQL | undefined },
) {
  const isWaiting = state === 'waiting'
  const { id } = resultLetters
  return q
    .select({ ...letter, isHeld: isHeld(q) })
    .from(resultLetters)
    .innerJoin(members, isAddressee)
    .leftJoin(letterBatches, eq(letterBatches.id, resultLetters.batchId))
    .leftJoin(staff, eq(staff.id, resultLetters.handedOverBy))
    .where(
      and(
        eq(resultLetters.state, state),
        isShown,
        matches,
        after === null ? undefined : isWaiting ? gt(id, after) : sql`${id} < ${after}`,
      ),
    )
    .orderBy(isWaiting ? asc(id) : desc(id))
    .limit(limit)
}

/** Whom a letter is about, as they are called now; null for an unknown letter. */
export async function findAddressee(q: Queryable, id: number) {
  const [row] = await q
    .select({
      memberId: members.id,
      recipient: resultLetters.recipient,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      dateOfBirth: members.dateOfBirth,
    })
    .from(resultLetters)
    .innerJoin(members, isAddressee)
    .where(eq(resultLetters.id, id))
  return row ?? null
}

export async function countLetters(q: Queryable, matches?: SQL): Promise<Map<LetterState, number>> {
  const rows = await q
    .select({ state: resultLetters.state, n: count() })
    .from(resultLetters)
    .innerJoin(members, isAddressee)
    .where(and(isShown, matches))
    .groupBy(resultLetters.state)
  return new Map(rows.map(({ state, n }) => [state, n]))
}

/**
 * Letters that wait, are in no batch and can be posted or collected, the first first; skips those that
 * another takes now.
 */
export async function lockWaiting(q: Queryable, limit: number) {
  const canGo = and(
    eq(resultLetters.state, 'waiting'),
    isNull(resultLetters.batchId),
    isAllowed,
    not(isHeld(q)),
  )
  const waiting = await q
    .select({
      id: resultLetters.id,
      recipient: resultLetters.recipient,
      hasSurgery: sql<boolean>`${resultLetters.surgery} is not null`,
      ...addressee,
    })
    .from(resultLetters)
    .innerJoin(members, isAddressee)
    .where(canGo)
    .orderBy(asc(resultLetters.id))
  const ids = waiting.flatMap((one) => {
    const hasAddress = one.recipient === 'gp' ? one.hasSurgery : isToCollect(one) || isPostal(one)
    return hasAddress ? [one.id] : []
  })
  return q
    .select({ id: resultLetters.id, memberId: resultLetters.memberId })
    .from(resultLetters)
    .where(and(inArray(resultLetters.id, ids.slice(0, limit)), canGo))
    .orderBy(asc(resultLetters.id))
    .for('update', { of: resultLetters, skipLocked: true })
}

/** Of a letter to collect: whether its reader may not have it any more, or not now. */
export async function findObstacle(
  q: Queryable,
  { id, now }: { id: number; now: Date },
): Promise<'letter_outdated' | 'letter_held' | null> {
  const [row] = await q
    .select({ isOutdated: isOutdated(now), isHeld: isHeld(q) })
    .from(resultLetters)
    .innerJoin(members, isAddressee)
    .where(eq(resultLetters.id, id))
  if (!row) throw new Error(`letter ${id} is not there`)
  if (row.isOutdated) return 'letter_outdated'
  return row.isHeld ? 'letter_held' : null
}

/** In the order of their ids, locked. */
export function lockLetters(q: Queryable, ids: readonly number[]) {
  return q
    .select()
    .from(resultLetters)
    .where(inArray(resultLetters.id, [...ids]))
    .orderBy(asc(resultLetters.id))
    .for('update')
}

export async function lastCopy(
  q: Queryable,
  { resultId, recipient }: { resultId: number; recipient: Recipient },
): Promise<number> {
  const [row] = await q
    .select({ copy: sql<number>`max(${resultLetters.copy})`.mapWith(Number) })
    .from(resultLetters)
    .where(and(eq(resultLetters.resultId, resultId), eq(resultLetters.recipient, recipient)))
  return row?.copy ?? 0
}

export async function updateLetters(
  q: Queryable,
  ids: readonly number[],
  changes: Partial<typeof resultLetters.$inferInsert>,
): Promise<void> {
  if (ids.length === 0) return
  await q
    .update(resultLetters)
    .set(changes)
    .where(inArray(resultLetters.id, [...ids]))
}

/** Posted, returned or collected letters of the member's own record, for the copy of all data. */
export function listSentLetters(q: Queryable, memberId: number) {
  return q
    .select({
      recipient: resultLetters.recipient,
      resultId: resultLetters.resultId,
      postedAt: letterBatches.postedAt,
      returnedOn: resultLetters.returnedOn,
      collectedAt: resultLetters.collectedAt,
      surgery: resultLetters.surgery,
    })
    .from(resultLetters)
    .innerJoin(letterBatches, eq(letterBatches.id, resultLetters.batchId))
    .where(
      and(
        eq(resultLetters.memberId, memberId),
        inArray(resultLetters.state, ['posted', 'returned', 'collected']),
      ),
    )
    .orderBy(asc(resultLetters.id))
}

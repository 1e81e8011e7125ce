import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { LetterEnd, LetterStep } from '../../../domain/office/claim-letters.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { claimLetters, staff } from '../../platform/db/schema.ts'

export type ClaimLetterRow = typeof claimLetters.$inferSelect

/** Closes the member's open letter first: only the newest code works. */
export async function replaceClaimLetter(
  q: Queryable,
  letter: typeof claimLetters.$inferInsert,
): Promise<number> {
  const isOpen = and(eq(claimLetters.memberId, letter.memberId), isNull(claimLetters.closedAt))
  await q
    .update(claimLetters)
    .set({ closedAt: letter.madeAt, closedBecause: 'replaced' })
    .where(isOpen)
  const [row] = await q.insert(claimLetters).values(letter).returning({ id: claimLetters.id })
  return row?.id ?? 0
}

/** Latest first, with the name of who made it. */
export function listClaimLetters(q: Queryable, memberId: number) {
  return q
    .select({ letter: claimLetters, madeBy: staff.name })
    .from(claimLetters)
    .innerJoin(staff, eq(staff.id, claimLetters.madeBy))
    .where(eq(claimLetters.memberId, memberId))
    .orderBy(desc(claimLetters.id))
}

export async function lockClaimLetter(
  q: Queryable,
  { id, memberId }: { id: number; memberId: number },
): Promise<ClaimLetterRow | null> {
  const isIt = and(eq(claimLetters.id, id), eq(claimLetters.memberId, memberId))
  const [row] = await q.select().from(claimLetters).where(isIt).for('update')
  return row ?? null
}

const STEP_COLUMN = { printed: 'printedAt', posted: 'postedAt', returned: 'returnedAt' } as const

export async function recordStep(
  q: Queryable,
  { id, step, at }: { id: number; step: LetterStep; at: Date },
): Promise<void> {
  await q
    .update(claimLetters)
    .set({ [STEP_COLUMN[step]]: at })
    .where(eq(claimLetters.id, id))
}

/** Does nothing to one that is closed already. */
export async function closeClaimLetter(
  q: Queryable,
  { id, because, at }: { id: number; because: LetterEnd; at: Date },
): Promise<void> {
  await q
    .update(claimLetters)
    .set({ closedAt: at, closedBecause: because })
    .where(and(eq(claimLetters.id, id), isNull(claimLetters.closedAt)))
}

/** Also a closed one. Lock its member before the letter. */
export async function findClaimLetter(
  q: Queryable,
  codeHash: Buffer,
  { lock }: { lock: boolean },
): Promise<ClaimLetterRow | null> {
  const found = q.select().from(claimLetters).where(eq(claimLetters.codeHash, codeHash))
  const [row] = lock ? await found.for('update') : await found
  return row ?? null
}

/** Counts a wrong attempt with an open code; the last one that is allowed closes it. */
export async function countTry(
  q: Queryable,
  { codeHash, most, at }: { codeHash: Buffer; most: number; at: Date },
): Promise<void> {
  await q.execute(sql`
    update claim_letters set tries = tries + 1,
        closed_at = case when tries + 1 >= ${most} then ${at.toISOString()}::timestamptz end,
        closed_because = case when tries + 1 >= ${most} then 'tried out' end
      where code_hash = ${codeHash} and closed_at is null`)
}

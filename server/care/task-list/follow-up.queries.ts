import { and, asc, eq, isNull, ne, or } from 'drizzle-orm'
import type { LoopKind, StepAction } from '../../../domain/office/care-loops.ts'
import type { Deps } from '../../deps.ts'
import {
  type FollowUpLink,
  openLink,
  readerIndexOf,
  type StoredLink,
  sealLink,
} from '../../facts/sealed-follow-up-links.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  careLoopSteps,
  careLoops,
  followUpAnswers,
  followUpLinks,
} from '../../platform/db/schema.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { type LoopRow, toReals } from '../../tasks/sealed-loops.ts'

/** False when the question was asked before. */
export async function insertFollowUpLink(
  q: Queryable,
  keys: FieldKeys,
  link: FollowUpLink,
): Promise<boolean> {
  const stored = sealLink(keys, link)
  const { rowCount } = await q.insert(followUpLinks).values(stored).onConflictDoNothing()
  return rowCount === 1
}

/** Also an ended one. */
export async function findFollowUpLink(
  q: Queryable,
  keys: FieldKeys,
  keyHash: Buffer,
): Promise<FollowUpLink | null> {
  const [row] = await q.select().from(followUpLinks).where(eq(followUpLinks.keyHash, keyHash))
  return row ? openLink(keys, row) : null
}

/** False when it was answered before. */
export async function markFollowUpAnswered(
  q: Queryable,
  keys: FieldKeys,
  { link, at }: { link: FollowUpLink; at: Date },
): Promise<boolean> {
  const { keyHash, ...answered } = sealLink(keys, { ...link, answeredAt: at })
  const { rowCount } = await q
    .update(followUpLinks)
    .set(answered)
    .where(and(eq(followUpLinks.keyHash, keyHash), isNull(followUpLinks.answeredAt)))
  return rowCount === 1
}

export async function insertFollowUpAnswer(
  q: Queryable,
  row: typeof followUpAnswers.$inferInsert,
): Promise<void> {
  await q.insert(followUpAnswers).values(row)
}

/** Oldest first. */
export function listAnswersAbout(q: Queryable, resultId: number) {
  return q
    .select()
    .from(followUpAnswers)
    .where(eq(followUpAnswers.resultId, resultId))
    .orderBy(asc(followUpAnswers.id))
}

/** Oldest first. */
export function listFollowUpAnswersOf(q: Queryable, memberId: number) {
  return q
    .select()
    .from(followUpAnswers)
    .where(eq(followUpAnswers.memberId, memberId))
    .orderBy(asc(followUpAnswers.id))
}

/** The links of the member, the oldest first, without their keys. */
export async function listFollowUpsOf(q: Queryable, keys: FieldKeys, memberId: number) {
  const rows = await q
    .select()
    .from(followUpLinks)
    .where(
      or(
        eq(followUpLinks.memberId, memberId),
        eq(followUpLinks.readerIndex, readerIndexOf(keys, memberId)),
      ),
    )
  return rows
    .map((row) => openLink(keys, row))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ resultId, createdAt, expiresAt, answeredAt }) => ({
      cause: `result ${resultId}`,
      told_at: createdAt,
      works_until: expiresAt,
      answered_at: answeredAt,
    }))
}

/** Links that a former version stored in clear, locked. */
export function lockUnsealedLinks(q: Queryable, limit: number) {
  return q
    .select()
    .from(followUpLinks)
    .where(isNull(followUpLinks.sealed))
    .orderBy(followUpLinks.keyHash)
    .limit(limit)
    .for('update')
}

export async function storeLink(q: Queryable, { keyHash, ...link }: StoredLink): Promise<void> {
  await q.update(followUpLinks).set(link).where(eq(followUpLinks.keyHash, keyHash))
}

/** The kinds of the loops about the result that are open. */
export async function listOpenKinds(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  resultId: number,
): Promise<LoopKind[]> {
  const rows = await q
    .select()
    .from(careLoops)
    .where(and(eq(careLoops.resultId, resultId), isNull(careLoops.closedAt)))
  return toReals(fieldKeys, rows).map(({ kind }) => kind)
}

/** Whether another loop about the result took this step, or this one under another name. */
export async function wasTakenElsewhere(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  of: { loop: Pick<LoopRow, 'id' | 'kind'>; resultId: number; action: StepAction },
): Promise<boolean> {
  const { loop, resultId, action } = of
  const rows = await q.select().from(careLoops).where(eq(careLoops.resultId, resultId))
  const isTaken = toReals(fieldKeys, rows).some(({ id, steps }) =>
    steps.some((step) => step.action === action && (id !== loop.id || step.kind !== loop.kind)),
  )
  if (isTaken) return true
  const [step] = await q
    .select({ id: careLoopSteps.id })
    .from(careLoopSteps)
    .innerJoin(careLoops, eq(careLoops.id, careLoopSteps.loopId))
    .where(
      and(
        eq(careLoops.resultId, resultId),
        ne(careLoops.id, loop.id),
        eq(careLoopSteps.action, action),
      ),
    )
    .limit(1)
  return step !== undefined
}

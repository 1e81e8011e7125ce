import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { LoopKind, StepAction } from '../../../domain/office/care-loops.ts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  careLoopSteps,
  careLoops,
  followUpAnswers,
  followUpLinks,
} from '../../platform/db/schema.ts'
import { type LoopRow, toReals } from '../../tasks/sealed-loops.ts'

export type FollowUpLink = typeof followUpLinks.$inferSelect

/** False when the question was asked before. */
export async function insertFollowUpLink(
  q: Queryable,
  link: typeof followUpLinks.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await q.insert(followUpLinks).values(link).onConflictDoNothing()
  return rowCount === 1
}

/** Also an ended one. */
export async function findFollowUpLink(
  q: Queryable,
  keyHash: Buffer,
): Promise<FollowUpLink | null> {
  const [link] = await q.select().from(followUpLinks).where(eq(followUpLinks.keyHash, keyHash))
  return link ?? null
}

/** False when it was answered before. */
export async function markFollowUpAnswered(
  q: Queryable,
  { keyHash, at }: { keyHash: Buffer; at: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(followUpLinks)
    .set({ answeredAt: at })
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

/** Without keys. */
export function listFollowUpsOf(q: Queryable, memberId: number) {
  return q
    .select({
      cause: sql<string>`'result ' || ${followUpLinks.resultId}`,
      told_at: followUpLinks.createdAt,
      works_until: followUpLinks.expiresAt,
      answered_at: followUpLinks.answeredAt,
    })
    .from(followUpLinks)
    .where(eq(followUpLinks.memberId, memberId))
    .orderBy(asc(followUpLinks.createdAt))
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

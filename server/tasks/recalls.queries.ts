import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { CharityEvent } from '../../domain/contract.ts'
import type { RecallAnswer } from '../../domain/recalls.ts'
import { isOfPerson } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, consents, events, members, recalls } from '../platform/db/schema.ts'

export type Recall = typeof recalls.$inferSelect

/** A second invitation for the same result takes the answer back. */
export async function saveInvitation(
  q: Queryable,
  invitation: Pick<Recall, 'resultId' | 'memberId' | 'dueOn'> & { askedAt: Date },
): Promise<void> {
  const { askedAt } = invitation
  await q
    .insert(recalls)
    .values(invitation)
    .onConflictDoUpdate({
      target: recalls.resultId,
      set: { askedAt, answer: null, answeredAt: null, askOn: null },
    })
}

/** The answer as it was before, or undefined when there is no such invitation. */
export async function saveAnswer(
  q: Queryable,
  given: { resultId: number; answer: RecallAnswer | null; askOn: string | null; at: Date },
): Promise<RecallAnswer | null | undefined> {
  const { resultId, answer, askOn, at } = given
  const isThis = eq(recalls.resultId, resultId)
  const [before] = await q
    .select({ answer: recalls.answer })
    .from(recalls)
    .where(isThis)
    .for('update')
  await q
    .update(recalls)
    .set({ answer, answeredAt: answer && at, askOn })
    .where(isThis)
  return before?.answer
}

/** No invitation is sent for this result any more; one that was sent is answered. */
export async function endInvitation(
  q: Queryable,
  ended: Pick<Recall, 'resultId' | 'memberId' | 'dueOn'> & {
    answer: 'elsewhere' | 'stop'
    at: Date
  },
): Promise<void> {
  const { at, ...row } = ended
  const answered = { answer: row.answer, answeredAt: at, askOn: null }
  await q
    .insert(recalls)
    .values({ ...row, ...answered })
    .onConflictDoUpdate({ target: recalls.resultId, set: answered })
}

/** Members who wanted to be asked later, on `today` ('YYYY-MM-DD') or before. */
export async function listToAskAgain(
  q: Queryable,
  { today, limit }: { today: string; limit: number },
): Promise<Recall[]> {
  return q
    .select()
    .from(recalls)
    .where(lte(recalls.askOn, today))
    .orderBy(asc(recalls.askOn), asc(recalls.resultId))
    .limit(limit)
}

/** A member who has booked since is not asked again; the invitation stays, for a booking may be cancelled. */
export async function clearAnswer(q: Queryable, resultId: number): Promise<void> {
  await q
    .update(recalls)
    .set({ answer: null, answeredAt: null, askOn: null })
    .where(eq(recalls.resultId, resultId))
}

/** The member's postcode, and for whom the last event was that they booked; each may be null. */
export async function findWishes(
  q: Queryable,
  memberId: number,
): Promise<{ postcode: string | null; audience: CharityEvent['exclusive_for'] | null }> {
  const [row] = await q
    .select({ postcode: members.postcode, audience: events.exclusiveFor })
    .from(members)
    .leftJoin(
      appointments,
      and(isOfPerson(appointments.memberId, members.id), eq(appointments.status, 'booked')),
    )
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(eq(members.id, memberId))
    .orderBy(sql`${appointments.slotStartsAt} desc nulls last`)
    .limit(1)
  return row ?? { postcode: null, audience: null }
}

/** Still sealed; null without a consent. */
export async function findLastConsent(q: Queryable, memberId: number) {
  const [row] = await q
    .select({
      memberId: consents.memberId,
      eventId: consents.eventId,
      givenAt: consents.givenAt,
      sealed: consents.sealed,
    })
    .from(consents)
    .where(eq(consents.memberId, memberId))
    .orderBy(desc(consents.id))
    .limit(1)
  return row ?? null
}

export async function findRecallsOf(q: Queryable, memberId: number) {
  return q
    .select({
      about: sql<string>`'next test'`,
      cause: sql<string>`'result ' || ${recalls.resultId}`,
      due_on: recalls.dueOn,
      told_at: recalls.askedAt,
      answer: recalls.answer,
      answered_at: recalls.answeredAt,
      ask_again_on: recalls.askOn,
    })
    .from(recalls)
    .where(eq(recalls.memberId, memberId))
    .orderBy(recalls.resultId)
}

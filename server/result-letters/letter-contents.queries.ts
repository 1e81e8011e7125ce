import { and, asc, eq, isNull, lte, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import {
  appointments,
  events,
  labResults,
  labs,
  members,
  products,
  resultLetters,
  results,
} from '../db/schema.ts'
import { isWithheld } from '../members/identity/withheld.queries.ts'
import { isReadBy } from '../results/readers.queries.ts'
import { gpToldBefore, isAllowed } from './gp-letters.queries.ts'

const newer = alias(results, 'newer')

const content = {
  resultId: results.id,
  sealed: results.sealed,
  source: results.source,
  sourceRef: results.sourceRef,
  sampleDate: results.sampleDate,
  supersedesId: results.supersedesId,
  event: events.name,
  test: products.name,
  lab: labs.name,
}
/** Beside it for a GP. */
const clinical = {
  dateOfBirth: members.dateOfBirth,
  nhsNumber: members.nhsNumber,
  sealId: members.sealId,
  userId: members.userId,
  labSealId: labResults.sealId,
  labSealed: labResults.sealed,
  gpToldBefore,
}
export const addressee = {
  memberId: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  lines: members.addressLines,
  town: members.town,
  postcode: members.postcode,
  supportNeeds: members.supportNeeds,
}

/** The record that is kept where the letter's one was merged. */
export const isAddressee = eq(
  members.id,
  sql`(select coalesce(one.merged_into, one.id) from members one where one.id = ${resultLetters.memberId})`,
)

export type OwnResult = Awaited<ReturnType<typeof findOwnResult>>

/** A released result that the member may read and nothing has replaced; null for any other. */
export async function findOwnResult(
  q: Queryable,
  { memberId, resultId, now }: { memberId: number; resultId: number; now: Date },
) {
  const [row] = await q
    .select({ ...content, ...addressee })
    .from(results)
    .innerJoin(members, eq(members.id, memberId))
    .leftJoin(newer, and(eq(newer.supersedesId, results.id), lte(newer.releasedAt, now)))
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(
      and(
        eq(results.id, resultId),
        isReadBy(memberId),
        lte(results.releasedAt, now),
        isNull(newer.id),
        not(isWithheld),
      ),
    )
  return row ?? null
}

export type BatchedLetter = Awaited<ReturnType<typeof lockLettersOf>>[number]

/** Of a batch, with what they say, still sealed; `isStale`: the member may not have it any more. */
export function lockLettersOf(q: Queryable, { batchId, now }: { batchId: number; now: Date }) {
  return q
    .select({
      id: resultLetters.id,
      state: resultLetters.state,
      recipient: resultLetters.recipient,
      surgery: resultLetters.surgery,
      surgeryIndex: resultLetters.surgeryIndex,
      ...content,
      ...clinical,
      ...addressee,
      isStale: sql<boolean>`exists (select 1 from results newer where newer.supersedes_id = results.id
          and newer.released_at <= ${now.toISOString()}::timestamptz)
        or ${isWithheld} or ${members.erasedAt} is not null or not ${isAllowed}`,
    })
    .from(resultLetters)
    .innerJoin(results, eq(results.id, resultLetters.resultId))
    .innerJoin(members, isAddressee)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(labResults, eq(labResults.resultId, results.id))
    .where(and(eq(resultLetters.batchId, batchId), not(eq(resultLetters.state, 'stopped'))))
    .orderBy(asc(resultLetters.id))
    .for('update', { of: resultLetters })
}

import { and, asc, eq, inArray, isNull, lte, not, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isWithheld } from '../members/identity/withheld.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  events,
  labResults,
  labs,
  members,
  products,
  resultLetters,
  results,
  staff,
} from '../platform/db/schema.ts'
import { replacesTakenBack, wasToldEarlier } from './earlier-results.queries.ts'
import { gpToldBefore } from './gp-letters.queries.ts'
import { isReadBy } from './readers.queries.ts'
import { addresseeId, isHeld, isOutdated } from './standing-letters.queries.ts'

const newer = alias(results, 'newer')

const content = {
  resultId: results.id,
  sealed: results.sealed,
  source: results.source,
  sourceRef: results.sourceRef,
  sampleDate: results.sampleDate,
  wasToldEarlier,
  replacesTakenBack,
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
  releasedAt: results.releasedAt,
  gpToldBefore,
  startsAt: appointments.slotStartsAt,
  recordedAt: results.recordedAt,
  accreditation: labs.accreditation,
  /** Who released it. */
  clinician: staff.name,
}
export const addressee = {
  memberId: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  latinFirstName: members.latinFirstName,
  latinLastName: members.latinLastName,
  contactBy: members.contactBy,
  careOf: members.careOf,
  lines: members.addressLines,
  town: members.town,
  postcode: members.postcode,
  supportNeeds: members.supportNeeds,
}

/** The record that is kept where the letter's one was merged. */
export const isAddressee = eq(members.id, addresseeId)

/** A released result that the member may read and nothing has replaced; null for any other. */
export async function findOwnResult(
  q: Queryable,
  { memberId, resultId, now }: { memberId: number; resultId: number; now: Date },
) {
  const [row] = await q
    .select({ ...content, ...clinical, ...addressee })
    .from(results)
    .innerJoin(members, eq(members.id, memberId))
    .leftJoin(newer, and(eq(newer.supersedesId, results.id), lte(newer.releasedAt, now)))
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(labResults, eq(labResults.resultId, results.id))
    .leftJoin(staff, eq(staff.id, labResults.releasedBy))
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

/**
 * Letters of what these laboratory results, or those that they replaced, were released as: whoever
 * posts them now waits for the end of the transaction.
 */
export async function lockLettersOfReports(
  q: Queryable,
  labResultIds: readonly number[],
): Promise<void> {
  if (labResultIds.length === 0) return
  await lock(
    q,
    sql`${resultLetters.resultId} in (
      with recursive earlier as (
        select one.replaces_id, one.result_id from lab_results one
          where ${inArray(sql`one.id`, [...labResultIds])}
        union all select one.replaces_id, one.result_id from lab_results one
          join earlier on one.id = earlier.replaces_id)
      select result_id from earlier where result_id is not null)`,
  )
}

function lock(q: Queryable, which: SQL | undefined) {
  return q
    .select({ id: resultLetters.id })
    .from(resultLetters)
    .where(which)
    .orderBy(asc(resultLetters.id))
    .for('update')
}

/**
 * Of a batch, with what they say, still sealed. `isStale`: the member may not have it any more;
 * `isHeld`: not before something was settled. Read after the lock, so that they are what whoever
 * held it before has left.
 */
export async function lockLettersOf(
  q: Queryable,
  { batchId, now }: { batchId: number; now: Date },
) {
  await lock(q, eq(resultLetters.batchId, batchId))
  return q
    .select({
      addressIndex: resultLetters.addressIndex,
      id: resultLetters.id,
      state: resultLetters.state,
      recipient: resultLetters.recipient,
      surgery: resultLetters.surgery,
      surgeryIndex: resultLetters.surgeryIndex,
      ...content,
      ...clinical,
      ...addressee,
      isStale: isOutdated(now),
      isHeld: isHeld(q),
    })
    .from(resultLetters)
    .innerJoin(results, eq(results.id, resultLetters.resultId))
    .innerJoin(members, isAddressee)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(labResults, eq(labResults.resultId, results.id))
    .leftJoin(staff, eq(staff.id, labResults.releasedBy))
    .where(
      and(
        eq(resultLetters.batchId, batchId),
        notInArray(resultLetters.state, ['stopped', 'collected']),
      ),
    )
    .orderBy(asc(resultLetters.id))
}

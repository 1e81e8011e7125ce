// Which letters may go out (docs/decisions/0047). A letter is outdated for good once its result was
// replaced; it is held while something about the result, the sample or the member is open.
import { and, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { HOLDING_KINDS } from '../../domain/office/care-loops.ts'
import { isWithheld, isWithheldForGood } from '../members/identity/withheld.queries.ts'
import { mayBeTold } from '../members/reach.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  attendanceActions,
  careLoops,
  members,
  resultLetters,
  results,
} from '../platform/db/schema.ts'
import { isAllowed } from './gp-letters.queries.ts'
import { isForGpOnly } from './gp-only.queries.ts'
import { isNamedFor } from './readers.queries.ts'
import { areDeclaredTheirs, isStandingSample } from './standing-samples.queries.ts'

/** SQL on `result_letters`: its reader may not have it any more. What only a GP was given ends at once. */
export function isOutdated(now: Date): SQL<boolean> {
  return sql<boolean>`(not ${isAllowed} or ${ofResult(sql`${isWithheldForGood} or exists (
    select 1 from results newer where newer.supersedes_id = results.id
      and (newer.released_at <= ${now.toISOString()}::timestamptz
        or results.released_at is null)) or ${isOfPartedRecord}`)}
    or exists (select 1 from members erased where erased.id = ${addresseeId}
      and erased.erased_at is not null))`
}

/** SQL on `result_letters`: it may go out again when what is open was settled. */
export function isHeld(q: Queryable): SQL<boolean> {
  return sql<boolean>`(${ofResult(
    sql`${isReportedAgain} or ${isWithheld} or ${isWithoutSample(q)} or ${isUndecided(q)} or ${isNotNamed}`,
  )} or ${isNotToBeTold(q)})`
}

/** SQL: the record that is kept where the letter's one was merged. */
export const addresseeId = sql`(select coalesce(one.merged_into, one.id) from members one
  where one.id = ${resultLetters.memberId})`

/** Written while two records of two people were one: to the wrong one of them, or with its name. */
const isOfPartedRecord = sql`((select coalesce(own.merged_into, own.id) from members own
    where own.id = results.member_id) <> ${addresseeId}
  or exists (select 1 from member_partings parting
    join member_merges ended on ended.id = parting.merge_id
    where ended.merged_id = results.member_id and ended.at <= ${resultLetters.waitingSince}
      and ${resultLetters.waitingSince} <= parting.at))`

function ofResult(condition: SQL): SQL {
  return sql`exists (select 1 from results where results.id = ${resultLetters.resultId}
    and (${condition}))`
}

/** A later report of the laboratory that is not released yet, or that goes out at a later moment. */
const isReportedAgain = sql`(exists (
    with recursive later as (
      select report.id, report.state from lab_results told
        join lab_results report on report.replaces_id = told.id
        where told.result_id = results.id
      union all select report.id, report.state from lab_results report
        join later on report.replaces_id = later.id)
    select 1 from later where later.state not in ('released', 'discarded'))
  or exists (select 1 from results newer where newer.supersedes_id = results.id))`

/**
 * Samples were recorded for the appointment, and not exactly one of them stands, unless a lead declared
 * all to be the member's or a clinician said that the result stands.
 */
function isWithoutSample(q: Queryable): SQL {
  const ofAppointment = eq(attendanceActions.appointmentId, results.appointmentId)
  const any = q
    .select({ one: sql`1` })
    .from(attendanceActions)
    .where(and(ofAppointment, eq(attendanceActions.type, 'sample'), recorded))
  const standing = q
    .select({ count: sql`count(*)` })
    .from(attendanceActions)
    .where(and(ofAppointment, isStandingSample(q)))
  const areTheirs = areDeclaredTheirs(q, sql`${results.appointmentId}`)
  return sql`(exists ${any} and (${standing}) <> 1 and not ${isSaidToStand}
    and not ((${standing}) > 1 and ${areTheirs}))`
}

/** What ends the sample afterwards opens a task again, which holds the letter (isUndecided). */
const isSaidToStand = sql`exists (select 1 from lab_results told
  join result_reviews word on word.lab_result_id = told.id and word.kind = 'stands'
  where told.result_id = ${results.id})`

const recorded = sql`${attendanceActions.status} <> 'refused'`

/** SQL on `results`: a clinician has still to choose about it or its sample. */
export function isUndecided(q: Queryable): SQL {
  const open = q
    .select({ one: sql`1` })
    .from(careLoops)
    .where(
      and(
        isNull(careLoops.closedAt),
        inArray(careLoops.kind, [...HOLDING_KINDS]),
        // A clinician chose already that the GP reads it.
        or(ne(careLoops.kind, 'result_of_the_dead'), not(isForGpOnly(sql`results.id`))),
        or(eq(careLoops.resultId, results.id), eq(careLoops.appointmentId, results.appointmentId)),
      ),
    )
  return sql`exists ${open}`
}

/** Of a record that was merged into another whose reader nobody has named. */
const isNotNamed = sql`exists (select 1 from members merged where merged.id = results.member_id
  and merged.merged_into is not null
  and not ${isNamedFor(sql`merged.merged_into`, sql`results.id`)})`

/** Nothing goes to a surgery either once the member has died: a clinician decides it. */
function isNotToBeTold(q: Queryable): SQL {
  const reached = q
    .select({ one: sql`1` })
    .from(members)
    .where(
      and(
        eq(members.id, addresseeId),
        or(
          mayBeTold('result'),
          and(
            eq(resultLetters.recipient, 'gp'),
            or(isNull(members.diedAt), isForGpOnly(sql`${resultLetters.resultId}`)),
          ),
        ),
      ),
    )
  return not(sql`exists ${reached}`)
}

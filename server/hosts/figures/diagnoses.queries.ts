import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { eventOfAttendance } from '../../facts/day-counts.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  careLoops,
  events,
  followUpAnswers,
  results,
} from '../../platform/db/schema.ts'
import { veiledColumns } from '../../tasks/loops.queries.ts'

/** Instants; `until` is excluded. */
type Between = { from: Date; until: Date }

/** Still sealed: what members said of results of these events, the latest last. */
export function listFollowUpAnswersOfEvents(q: Queryable, between: Between) {
  return q
    .select({
      resultId: followUpAnswers.resultId,
      round: followUpAnswers.round,
      sealed: followUpAnswers.sealed,
    })
    .from(followUpAnswers)
    .innerJoin(results, eq(results.id, followUpAnswers.resultId))
    .innerJoin(appointments, eq(appointments.id, results.appointmentId))
    .innerJoin(events, eq(events.id, eventOfAttendance))
    .where(isBetween(between))
    .orderBy(asc(followUpAnswers.answeredAt), asc(followUpAnswers.id))
}

/** Still sealed: how clinicians closed the tasks about a GP of results of these events, the latest last. */
export function listFollowUpClosingsOfEvents(q: Queryable, between: Between) {
  return q
    .select({
      id: careLoops.id,
      resultId: results.id,
      ...veiledColumns,
      closing: sql<Buffer>`${careLoops.closing}`,
    })
    .from(careLoops)
    .innerJoin(results, eq(results.id, careLoops.resultId))
    .innerJoin(appointments, eq(appointments.id, results.appointmentId))
    .innerJoin(events, eq(events.id, eventOfAttendance))
    .where(
      and(
        inArray(careLoops.kind, ['look_again', 'gp_told', 'gp_outcome']),
        isNotNull(careLoops.closing),
        isBetween(between),
      ),
    )
    .orderBy(asc(careLoops.closedAt), asc(careLoops.id))
}

function isBetween({ from, until }: Between) {
  return and(gte(events.startsAt, from), lt(events.startsAt, until))
}

// A result without a number gives its member one free booking: while no booked appointment uses it
// (the index one_booking_per_free_repeat), and until a later report replaces the result.
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isWithheld } from '../members/identity/withheld.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, freeRepeats } from '../platform/db/schema.ts'
import { isReadBy } from './readers.queries.ts'

export async function insertFreeRepeat(
  q: Queryable,
  right: { resultId: number; givenAt: Date },
): Promise<void> {
  await q.insert(freeRepeats).values(right)
}

/** The same by the result's origin. */
export async function insertFreeRepeatOf(
  q: Queryable,
  { source, sourceRef }: { source: string; sourceRef: string },
): Promise<void> {
  await q.execute(sql`insert into free_repeats (result_id, given_at)
    select id, coalesce(released_at, recorded_at) from results
    where source = ${source} and source_ref = ${sourceRef}`)
}

/** SQL: the id of the result whose free repeat the member may use at `now`, or null. */
export function openFreeRepeat(memberId: number | SQLWrapper, now: SQLWrapper): SQL<number | null> {
  const at = sql`${now}::timestamptz`
  return sql<number | null>`(select repeat.result_id::int from free_repeats repeat
    join results on results.id = repeat.result_id
    where ${isReadBy(memberId)} and results.released_at <= ${at} and not ${isWithheld}
      and not exists (select 1 from results newer
        where newer.supersedes_id = results.id and newer.released_at <= ${at})
      and not exists (select 1 from appointments used
        where used.free_repeat_of = repeat.result_id and used.status = 'booked')
    order by repeat.result_id limit 1)`
}

export async function findOpenFreeRepeat(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<number | null> {
  const { rows } = await q.execute<{ id: number | null }>(
    sql`select ${openFreeRepeat(memberId, sql`${now.toISOString()}`)} as id`,
  )
  return rows[0]?.id ?? null
}

/**
 * Those that the results gave; `bookedFor` is the start of the appointment that uses it, `town`
 * where the sample was taken, null without an event to come there.
 */
export function listFreeRepeats(q: Queryable, resultIds: number[], now: Date) {
  return q
    .select({
      resultId: freeRepeats.resultId,
      bookedFor: appointments.slotStartsAt,
      town: sql<string | null>`(select venue.city from results tested
        join appointments had on had.id = tested.appointment_id
        join events venue on venue.id = had.event_id
        where tested.id = ${freeRepeats.resultId}
          and exists (select 1 from events coming where coming.city = venue.city
            and coming.status = 'published' and coming.starts_at > ${now.toISOString()}))`,
    })
    .from(freeRepeats)
    .leftJoin(
      appointments,
      and(eq(appointments.freeRepeatOf, freeRepeats.resultId), eq(appointments.status, 'booked')),
    )
    .where(inArray(freeRepeats.resultId, resultIds))
}

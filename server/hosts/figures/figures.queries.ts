import { and, desc, eq, gte, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { hasArrivalsAt } from '../../facts/arrivals.queries.ts'
import { countDays, eventOfAttendance } from '../../facts/day-counts.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, events, publishedFigures, results } from '../../platform/db/schema.ts'

/** Instants; `until` is excluded. */
type Between = { from: Date; until: Date }

/** Published, or cancelled after somebody had come; earliest first. */
export async function listEventSteps(q: Queryable, { from, until }: Between) {
  const within = sql`e.starts_at >= ${from.toISOString()}::timestamptz
    and e.starts_at < ${until.toISOString()}::timestamptz
    and (e.status = 'published' or (e.status = 'cancelled' and ${hasArrivalsAt(sql`e.id`)}))`
  const { rows } = await q.execute<{
    id: number
    name: string
    date: string
    host: string | null
    places: number
  }>(sql`
    select e.id::int as id, e.name, to_char(e.starts_at at time zone 'Europe/London', 'YYYY-MM-DD') as date,
        nullif(trim(e.host_name), '') as host, e.total_places as places
      from events e where ${within} order by e.starts_at, e.id`)
  const counts = await countDays(q, sql`select e.id from events e where ${within}`)
  return rows.map((row) => {
    const { booked = 0, came = 0, sampled = 0 } = counts.get(row.id) ?? {}
    return { ...row, booked, came, sampled }
  })
}

/** Still sealed: released by `now`, of samples taken at these events, none that was replaced. */
export function listReleasedOf(q: Queryable, { from, until, now }: Between & { now: Date }) {
  const at = now.toISOString()
  return q
    .select({
      eventId: events.id,
      sealed: results.sealed,
      source: results.source,
      sourceRef: results.sourceRef,
    })
    .from(results)
    .innerJoin(appointments, eq(appointments.id, results.appointmentId))
    .innerJoin(events, eq(events.id, eventOfAttendance))
    .where(
      and(
        gte(events.startsAt, from),
        lt(events.startsAt, until),
        isNotNull(results.releasedAt),
        sql`${results.releasedAt} <= ${at}::timestamptz`,
        sql`not exists (select from results newer where newer.supersedes_id = ${results.id}
          and newer.released_at <= ${at}::timestamptz)`,
      ),
    )
}

/** Years with published events that began before `now`, latest first. */
export async function listYears(q: Queryable, now: Date): Promise<number[]> {
  const year = sql<number>`extract(year from ${events.startsAt} at time zone 'Europe/London')::int`
  const rows = await q
    .selectDistinct({ year })
    .from(events)
    .where(and(lt(events.startsAt, now), ne(events.status, 'draft')))
    .orderBy(desc(year))
  return rows.map((row) => row.year)
}

export async function insertPublishedFigures(
  q: Queryable,
  row: typeof publishedFigures.$inferInsert,
): Promise<void> {
  await q.insert(publishedFigures).values(row)
}

/** The latest of each year, latest year first. */
export function listPublishedFigures(q: Queryable) {
  return q
    .selectDistinctOn([publishedFigures.year])
    .from(publishedFigures)
    .orderBy(desc(publishedFigures.year), desc(publishedFigures.id))
}

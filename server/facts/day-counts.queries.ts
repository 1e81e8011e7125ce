// What came of an event's appointments, in one sum: booked = expected + arrived + sampled + not_sampled
// + did_not_attend. Who came counts where they came, and an absence at its day, whatever became of the
// appointment later.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AttendanceState } from '../../domain/office/attendance-states.ts'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, attendance, attendanceActions } from '../platform/db/schema.ts'
import { CAME } from './arrivals.queries.ts'
import { STANDING_ABSENCES } from './moved-absences.queries.ts'
import { isStandingSample } from './standing-samples.queries.ts'

type DayCounts = Record<AttendanceState, number> & {
  booked: number
  /** Arrived, with or without a sample. */
  came: number
}

const NOBODY: DayCounts = {
  booked: 0,
  came: 0,
  expected: 0,
  arrived: 0,
  sampled: 0,
  not_sampled: 0,
  did_not_attend: 0,
}

/** SQL: the event at which the appointment's member came or was missed, otherwise that of the appointment. */
export const eventOfAttendance: SQL<number> = sql<number>`coalesce((select here.event_id
  from attendance here where here.appointment_id = ${appointments.id} and here.state <> 'expected'),
  ${appointments.eventId})`

/** By event id; `events` is a query of one column. */
export async function countDays(q: Queryable, events: SQL): Promise<Map<number, DayCounts>> {
  const { rows } = await q.execute<DayCounts & { id: number }>(sql`
    with counted as (${events}),
      kept as (
        select a.event_id, a.status, a.ended_at, coalesce(t.state, 'expected') as state
          from ${appointments} a left join ${attendance} t on t.appointment_id = a.id
          where a.event_id in (select * from counted)
            and (t.state is null or t.state = 'expected' or t.event_id = a.event_id)
        union all
        select t.event_id, a.status, a.ended_at, t.state
          from ${attendance} t join ${appointments} a on a.id = t.appointment_id
          where t.event_id in (select * from counted) and t.event_id <> a.event_id
            and t.state <> 'expected'),
      held as (
        select event_id, state from kept
          where state in (${CAME})
            or (status = 'booked' and (ended_at is null or state <> 'expected'))
        union all
        select d.event_id, d.type from ${STANDING_ABSENCES}
          where d.event_id in (select * from counted) and d.event_id <> a.event_id
            and d.recorded_at <= t.moved_at)
    select event_id::int as id, count(*)::int as booked,
        count(*) filter (where state in (${CAME}))::int as came,
        count(*) filter (where state = 'expected')::int as expected,
        count(*) filter (where state = 'arrived')::int as arrived,
        count(*) filter (where state = 'sampled')::int as sampled,
        count(*) filter (where state = 'not_sampled')::int as not_sampled,
        count(*) filter (where state = 'did_not_attend')::int as did_not_attend
      from held group by event_id`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

export async function countDay(q: Queryable, eventId: number): Promise<DayCounts> {
  const counts = await countDays(q, sql`select ${eventId}::bigint`)
  return counts.get(eventId) ?? NOBODY
}

/** The tubes of the event's standing samples; one member may have two. */
export async function countTubes(q: Queryable, eventId: number): Promise<number> {
  const [row] = await q
    .select({ tubes: sql<number>`count(distinct ${attendanceActions.tube})::int` })
    .from(attendanceActions)
    .where(and(eq(attendanceActions.eventId, eventId), isStandingSample(q)))
  return row?.tubes ?? 0
}

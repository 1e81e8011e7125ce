import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { reachColumns } from '../members/reach.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, attendance, members } from '../platform/db/schema.ts'
import { CAME } from './arrivals.queries.ts'
import { STANDING_ABSENCES } from './moved-absences.queries.ts'

export async function findAbsent(q: Queryable, appointmentId: number) {
  const [row] = await q
    .select({
      reference: appointments.reference,
      startsAt: appointments.slotStartsAt,
      member: {
        ...reachColumns,
        id: members.id,
        firstName: members.firstName,
        contactBy: members.contactBy,
      },
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(eq(appointments.id, appointmentId))
  return row ?? null
}

/** False when a message was sent before; a second closing of the day sends none. */
export async function markAbsenceTold(
  q: Queryable,
  { appointmentId, at }: { appointmentId: number; at: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(attendance)
    .set({ absenceToldAt: sql`${sql.param(at, attendance.absenceToldAt)}` })
    .where(and(eq(attendance.appointmentId, appointmentId), isNull(attendance.absenceToldAt)))
  return rowCount === 1
}

const RECENT_DAYS = 60

/** The absences since a person last came, in `p` with the person's record: a query's `from`. */
const ABSENCES = sql`${STANDING_ABSENCES}
  join members p on p.id = a.member_id
  where not exists (select from attendance came
    join appointments b on b.id = came.appointment_id
    where b.member_id = a.member_id and came.state in (${CAME})
      and (b.slot_starts_at > a.slot_starts_at or (b.id = a.id and came.since > d.at)))`

/** SQL: members who did not attend twice or more since they last came, latest within 60 days. */
export function isAbsentTwice(now: Date): SQL {
  const recent = sql.param(new Date(now.getTime() - RECENT_DAYS * 86_400_000), attendance.since)
  return sql`${members.id} in (select coalesce(p.merged_into, p.id) from ${ABSENCES}
      and a.member_id in (select a.member_id from ${STANDING_ABSENCES} where d.at > ${recent})
    group by 1 having count(*) >= 2)`
}

export async function countAbsentTwice(q: Queryable, now: Date): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    select count(*)::int as count from ${members}
      where ${members.erasedAt} is null and ${isAbsentTwice(now)}`)
  return rows[0]?.count ?? 0
}

/** How often the person did not attend since they last came. */
export async function countAbsences(q: Queryable, memberId: number): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    select count(*)::int as count from ${ABSENCES} and coalesce(p.merged_into, p.id) = ${memberId}`)
  return rows[0]?.count ?? 0
}

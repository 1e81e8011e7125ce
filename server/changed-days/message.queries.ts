import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { members } from '../platform/db/schema.ts'

/** Each living member once, by id; `people` is one of people.queries.ts. */
export function listRecipients(q: Queryable, people: SQL) {
  const once = sql`(select distinct on (member_id) member_id, appointment_id
    from (${people}) everybody order by member_id, appointment_id desc) people`
  return q
    .select({
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      phone: members.phone,
      appointmentId: sql<number | null>`people.appointment_id`,
    })
    .from(members)
    .innerJoin(once, eq(members.id, sql`people.member_id`))
    .where(isNull(members.diedAt))
    .orderBy(asc(members.id))
}

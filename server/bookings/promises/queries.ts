// SQL that asks whether what must always be true (design §4) is true; for tests, after every race.
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'

/** The promises that the database breaks at `now`, each with how often; empty when all hold. */
export async function brokenPromises(q: Queryable, now: Date): Promise<string[]> {
  const broken: string[] = []
  for (const [promise, offenders] of Object.entries(promisesAt(now))) {
    const { rows } = await q.execute<{ count: number }>(
      sql`select count(*) as count from (${offenders}) offenders`,
    )
    const count = rows[0]?.count ?? 0
    if (count > 0) broken.push(`${promise}: ${count}`)
  }
  return broken
}

function promisesAt(now: Date): Record<string, SQL> {
  return {
    'a place is one row': sql`
    select 1 from places group by event_id, slot_starts_at, place_number having count(*) > 1`,
    'an appointment that is booked has exactly one place': sql`
    select a.id from appointments a
      left join places p on p.appointment_id = a.id
        and p.event_id = a.event_id and p.slot_starts_at = a.slot_starts_at
      where a.status = 'booked' group by a.id having count(p.event_id) <> 1`,
    'a slot has no more appointments than places': sql`
    select 1 from (
      select event_id, slot_starts_at, count(*) as booked from appointments
        where status = 'booked' group by event_id, slot_starts_at) taken
      where booked > (select count(distinct place_number) from places p
        where p.event_id = taken.event_id and p.slot_starts_at = taken.slot_starts_at)`,
    'a cancelled appointment has no place': sql`
    select 1 from appointments a join places p on p.appointment_id = a.id
      where a.status = 'cancelled'`,
    'a member has one live appointment per event': sql`
    select 1 from appointments where status = 'booked'
      group by member_id, event_id having count(*) > 1`,
    'a member has one upcoming appointment': sql`
    select 1 from upcoming_appointments group by member_id having count(*) > 1
    union all
    select 1 from appointments where status = 'booked' and slot_ends_at > ${now}
      group by member_id having count(*) > 1`,
    'what counts as upcoming is a booked appointment until its end': sql`
    select 1 from upcoming_appointments u join appointments a on a.id = u.appointment_id
      where a.status <> 'booked' or a.member_id <> u.member_id or a.slot_ends_at <> u.until`,
    'a booked appointment that is not over counts as upcoming': sql`
    select 1 from appointments a where a.status = 'booked' and a.slot_ends_at > ${now}
      and not exists (select 1 from upcoming_appointments u where u.appointment_id = a.id)`,
    'a member holds one place': sql`
    select 1 from places where held_by is not null group by held_by having count(*) > 1`,
    'a place is not held and booked at once': sql`
    select 1 from places where held_by is not null and appointment_id is not null`,
    'an appointment rests on its member’s consent for its event': sql`
    select 1 from appointments a left join consents c on c.id = a.consent_id
      where c.member_id is distinct from a.member_id or c.event_id is distinct from a.event_id`,
    'a booking is in the audit log once': sql`
    select 1 from appointments a
      where (select count(*) from audit_log l
        where l.subject = 'appointment ' || a.id and l.action = 'booked') <> 1`,
  }
}

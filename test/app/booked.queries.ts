import { sql } from 'drizzle-orm'
import type { Queryable } from '../../server/platform/db/database.ts'

export type BookedPerson = {
  id: number
  reference: string
  first_name: string
  last_name: string
  date_of_birth: string
}

/** Gives these members, who have consented, the event's free places without a mail; by slot. */
export async function bookDirectly(
  q: Queryable,
  { eventId, memberIds }: { eventId: number; memberIds: number[] },
): Promise<BookedPerson[]> {
  const { rows } = await q.execute<BookedPerson>(sql`
    with free as (
      select slot_starts_at, place_number,
          row_number() over (order by slot_starts_at, place_number) as n
        from places where event_id = ${eventId} and appointment_id is null),
    whose as (
      select m.id as member_id, free.*
        from unnest(${sql.param(memberIds)}::bigint[]) with ordinality m (id, n)
          join free using (n)),
    booked as (
      insert into appointments (reference, event_id, member_id, slot_starts_at, slot_ends_at,
          payment_status, price_pence, consent_id, created_at, updated_at)
        select 'R' || upper(substr(md5(${eventId} || '/' || member_id), 1, 9)), ${eventId},
            member_id, slot_starts_at,
            slot_starts_at + make_interval(mins => e.session_minutes), 'not paid',
            coalesce(e.price_pence, 0), c.id,
            c.given_at, c.given_at
          from whose join consents c using (member_id) join events e on e.id = c.event_id
          where c.event_id = ${eventId}
        returning id, reference, member_id, slot_starts_at),
    taken as (
      update places p set appointment_id = b.id
        from booked b join whose w using (member_id)
        where p.event_id = ${eventId} and p.slot_starts_at = w.slot_starts_at
          and p.place_number = w.place_number)
    select b.id::int, reference, first_name, last_name, date_of_birth::text
      from booked b join members m on m.id = member_id order by slot_starts_at, b.id`)
  return rows
}

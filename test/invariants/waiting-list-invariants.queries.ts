// SQL checks of the waiting list invariants, for tests after every interleaving and a round of
// the worker.
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../server/platform/db/database.ts'

/**
 * The invariants of this event's waiting list that are violated at `now`, each with its count.
 */
export async function brokenWaitingListInvariants(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<string[]> {
  const counts = Object.entries(invariantsAt(now)).map(
    ([invariant, violations]) =>
      sql`select ${invariant}::text as invariant, count(*) as count from (${violations}) violations`,
  )
  const { rows } = await q.execute<{ invariant: string; count: number }>(
    sql`with waiting_list as materialized (
        select * from public.waiting_list where event_id = ${eventId}),
      places as materialized (select * from public.places where event_id = ${eventId}),
      offers as materialized (${offers}),
      mails as materialized (select * from (${mails}) all_mails where event_id = ${eventId})
      ${sql.join(counts, sql` union all `)}`,
  )
  return rows
    .filter(({ count }) => count > 0)
    .map(({ invariant, count }) => `${invariant}: ${count}`)
}

const offers = sql`
  select l.id, w.id as wait_id, w.event_id from audit_log l
    join waiting_list w on w.id = (l.details->>'wait')::bigint where l.action = 'place offered'`

const mails = sql`
  select w.id as wait_id, w.event_id, count(*) as sent
    from jobs.job j
      join public.waiting_list w on j.data->>'about' = 'place offered ' || w.id
    where j.name = 'mail' group by 1, 2`

function invariantsAt(now: Date): Record<string, SQL> {
  return {
    'a place is offered to one member, and an offer is of one place': sql`
    select 1 from places where offer_id is not null group by offer_id having count(*) > 1
    union all
    select 1 from places where offered_to is not null group by event_id, offered_to
      having count(*) > 1`,
    'an offered place is reserved for its member until the stated end': sql`
    select w.id from waiting_list w left join places p on p.offer_id = w.id
      and p.event_id = w.event_id and p.offered_to = w.member_id
      and p.offered_until = w.offered_until and p.slot_starts_at = w.offered_starts_at
      where w.status = 'offered' group by w.id having count(p.event_id) <> 1`,
    'a place that is offered is held or booked by nobody else': sql`
    select 1 from places where offer_id is not null
      and (appointment_id is not null or held_by <> offered_to or held_by_visitor is not null)`,
    'no place is offered to a member whose wait is over': sql`
    select 1 from places p left join waiting_list w on w.id = p.offer_id
      where p.offer_id is not null and w.status is distinct from 'offered'`,
    'an offer ends at its end, or with the hold of the member who books': sql`
    select 1 from places where offered_until <= ${now}
      and (hold_id is null or held_until <= ${now})`,
    'no offer ends before its stated end': sql`
    select 1 from waiting_list where status = 'lapsed' and closed_at < offered_until`,
    'no place is free while a member waits': sql`
    select 1 from places p join events e on e.id = p.event_id
      where appointment_id is null and offer_id is null and (hold_id is null or held_until <= ${now})
      and e.starts_at > ${now}::timestamptz + interval '4 days'
      and exists (select 1 from waiting_list w where w.event_id = p.event_id and status = 'waiting')`,
    'places are offered in the order in which members joined': sql`
    select 1 from offers one join offers later
      on later.event_id = one.event_id and later.id > one.id and later.wait_id <= one.wait_id`,
    'nobody is passed over': sql`
    select 1 from offers o join waiting_list w on w.event_id = o.event_id and w.id < o.wait_id
      where w.offered_at is null and (w.status = 'waiting' or exists (
        select 1 from audit_log l where l.member_id = w.member_id and l.id > o.id
          and l.action = 'waiting list left' and l.subject = 'event ' || w.event_id
          and w.status = 'left'
          and not exists (select 1 from waiting_list n
            where n.event_id = w.event_id and n.member_id = w.member_id and n.id > w.id)))`,
    'a wait with an offer has that offer in the audit log once': sql`
    select w.id from waiting_list w left join offers o on o.wait_id = w.id
      group by w.id, w.offered_at having count(o.id) <> (w.offered_at is not null)::int`,
    'every offer is mailed once': sql`
    select 1 from (
      select id as wait_id, event_id from waiting_list where offered_at is not null) offered
      full join mails using (wait_id, event_id) where sent is distinct from 1`,
    'nobody waits twice for one event': sql`
    select 1 from waiting_list where status in ('waiting', 'offered')
      group by event_id, member_id having count(*) > 1`,
    'no member with an appointment waits': sql`
    select 1 from waiting_list w where status in ('waiting', 'offered') and exists (
      select 1 from appointments a where a.member_id = w.member_id and a.status = 'booked'
        and (a.event_id = w.event_id or a.slot_ends_at > ${now}))`,
    'a wait that ended as booked has an appointment': sql`
    select 1 from waiting_list w where status = 'booked' and not exists (
      select 1 from appointments a where a.member_id = w.member_id and a.event_id = w.event_id)`,
  }
}

export async function waitsStored(q: Queryable, eventId: number): Promise<StoredWait[]> {
  const { rows } = await q.execute<StoredWait>(sql`
    select id, member_id, status, offered_at is not null as was_offered from waiting_list
      where event_id = ${eventId} order by id`)
  return rows
}

export type StoredWait = { id: number; member_id: number; status: string; was_offered: boolean }

/**
 * Removes a waiting list protection from a test's own database; the product has no such switch.
 */
export async function dropWaitingProtection(
  owner: Queryable,
  name: WaitingProtection,
): Promise<void> {
  for (const change of protections[name]) await owner.execute(sql.raw(change))
}

export type WaitingProtection = keyof typeof protections

export function isWaitingProtection(name: string): name is WaitingProtection {
  return name in protections
}

const protections = {
  'a place records its offer': [
    `create function forget_offer() returns trigger language plpgsql as $$
      begin
        new.offer_id := null;
        new.offered_to := null;
        new.offered_until := null;
        return new;
      end
    $$`,
    'create trigger forget_offer before update on places for each row execute function forget_offer()',
  ],
  'a wait records its offer': [
    `create function wait_on() returns trigger language plpgsql as $$
      begin
        if new.status = 'offered' then
          new.status := 'waiting';
        end if;
        return new;
      end
    $$`,
    `create trigger wait_on before update on waiting_list
      for each row execute function wait_on()`,
    'alter table places drop constraint one_place_per_offer',
  ],
  'a join puts the member on the list': [
    `create function leave_at_once() returns trigger language plpgsql as $$
      begin
        new.status := 'left';
        new.closed_at := new.joined_at;
        return new;
      end
    $$`,
    `create trigger leave_at_once before insert on waiting_list
      for each row execute function leave_at_once()`,
  ],
} satisfies Record<string, string[]>

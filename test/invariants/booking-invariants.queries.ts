// SQL checks of the invariants (rules §3.3), for tests after every race, interleaving and kill.
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../server/platform/db/database.ts'

/**
 * The invariants that the database violates at `now`, each with its count; empty when all hold.
 */
export async function brokenInvariants(q: Queryable, now: Date): Promise<string[]> {
  const counts = Object.entries(invariantsAt(now)).map(
    ([invariant, violations]) =>
      sql`select ${invariant}::text as invariant, count(*) as count from (${violations}) violations`,
  )
  const { rows } = await q.execute<{ invariant: string; count: number }>(
    sql`with mails as materialized (${mails}) ${sql.join(counts, sql` union all `)}`,
  )
  return rows
    .filter(({ count }) => count > 0)
    .map(({ invariant, count }) => `${invariant}: ${count}`)
}

/** Every mail about a change of an appointment, with the appointment's reference. */
const mails = sql`
  select split_part(data->>'about', ' ', 1) as says, split_part(data->>'about', ' ', 2) as reference
    from jobs.job
    where name = 'mail' and split_part(data->>'about', ' ', 1) in ('booked', 'cancelled', 'moved')`

function invariantsAt(now: Date): Record<string, SQL> {
  return {
    'a place is one row': sql`
    select 1 from places group by event_id, slot_starts_at, place_number having count(*) > 1`,
    'an event knows how many places it has': sql`
    select 1 from events e
      where total_places <> (select count(*) from places where event_id = e.id)`,
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
    select 1 from appointments where status = 'booked' and ended_at is null
      group by member_id, event_id having count(*) > 1`,
    'a member has one upcoming appointment': sql`
    select 1 from upcoming_appointments group by member_id having count(*) > 1
    union all
    select 1 from appointments
      where status = 'booked' and ended_at is null and slot_ends_at > ${now}
      group by member_id having count(*) > 1`,
    'what counts as upcoming is a booked appointment until its end': sql`
    select 1 from upcoming_appointments u join appointments a on a.id = u.appointment_id
      where a.status <> 'booked' or a.ended_at is not null or a.member_id <> u.member_id or a.slot_ends_at <> u.until`,
    'a booked appointment that is not over counts as upcoming': sql`
    select 1 from appointments a
      where a.status = 'booked' and a.ended_at is null and a.slot_ends_at > ${now}
      and not exists (select 1 from upcoming_appointments u where u.appointment_id = a.id)`,
    'a member holds one place': sql`
    select 1 from places where held_by is not null group by held_by having count(*) > 1`,
    'a visitor holds one place': sql`
    select 1 from places where held_by_visitor is not null group by held_by_visitor
      having count(*) > 1`,
    'a place is held by one member or one visitor': sql`
    select 1 from places where held_by is not null and held_by_visitor is not null`,
    'a place is not held and booked at once': sql`
    select 1 from places where hold_id is not null and appointment_id is not null`,
    'an appointment has its member’s consent for its event': sql`
    select 1 from appointments a left join consents c on c.id = a.consent_id
      where c.member_id is distinct from a.member_id or c.event_id is distinct from a.event_id`,
    'no place is lost: a slot’s places are numbered from one and spread evenly': sql`
    select 1 from (
      select event_id, count(*) as places, max(place_number) as last from places
        group by event_id, slot_starts_at) slots
      group by event_id
      having bool_or(places <> last) or max(places) - min(places) > 1`,
    'an appointment lies within its event and costs what the event costs, or cost before a change of its price': sql`
    select 1 from appointments a join events e on e.id = a.event_id
      join products p on p.id = e.product_id
      -- Who had come before the time of the event changed keeps the old time.
      where not exists (select from attendance t where t.appointment_id = a.id
            and t.state in ('arrived', 'sampled', 'not_sampled'))
          and (a.slot_starts_at < e.starts_at or a.slot_ends_at > e.ends_at
            or a.slot_ends_at - a.slot_starts_at <> make_interval(mins => e.session_minutes))
        or a.price_pence + case when coalesce(a.free_repeat_of, a.repeats_appointment) is null then a.host_share_pence
            else least(e.host_share_pence, coalesce(e.price_pence, p.price_pence)) end
          <> coalesce(e.price_pence, p.price_pence) and not exists (
          select 1 from audit_log l
            where l.subject in ('event ' || e.id, 'product ' || p.id)
              and l.details->'before' ? 'pricePence'
              and a.price_pence + a.host_share_pence = coalesce((l.details->'before'->>'pricePence')::int, p.price_pence))`,
    'every change of an appointment is in the audit log once': sql`
    select 1 from appointments a
      left join (
        select subject, count(*) filter (where action = 'booked') as booked,
          count(*) filter (where action = 'cancelled') as cancelled,
          count(*) filter (where action = 'moved') as moved
          from audit_log group by subject) l on l.subject = 'appointment ' || a.id
      where l.booked is distinct from 1
        or l.cancelled <> (a.status = 'cancelled')::int
        or l.moved + l.cancelled <> a.calendar_sequence`,
    'the audit log names only appointments that exist': sql`
    select 1 from audit_log l left join appointments a on l.subject = 'appointment ' || a.id
      where l.action in ('booked', 'moved', 'cancelled') and a.id is null`,
    'every change of an appointment is mailed once': sql`
    select 1 from appointments a
      join members on members.id = a.member_id and members.email is not null
      left join (
        select reference, count(*) filter (where says = 'booked') as booked,
          count(*) filter (where says = 'cancelled') as cancelled,
          count(*) filter (where says = 'moved') as moved
          from mails group by reference) m on m.reference = a.reference
      where m.booked is distinct from 1
        or m.cancelled <> (a.status = 'cancelled')::int
        or m.moved + m.cancelled <> a.calendar_sequence`,
    'no more money is refunded than was captured': sql`
    select 1 from payments p join refunds r on r.payment_id = p.id where r.state <> 'failed'
      group by p.id having sum(r.amount_pence) > coalesce(p.captured_pence, 0)`,
    'a payment is refunded once, or again after a failure or by the office': sql`
    select 1 from refunds where state <> 'failed' and reason not in ('at the provider', 'by the office', 'moved')
      group by payment_id having count(*) > 1`,
    'refunds of ours are at most what was paid': sql`
    select 1 from refunds r join payments p on p.id = r.payment_id
      where r.state <> 'failed' and r.reason <> 'at the provider'
      group by p.id having sum(r.amount_pence) > coalesce(p.captured_pence, p.amount_pence)`,
    'a refunded payment has a refund': sql`
    select 1 from payments p where p.state in ('refunded', 'refund failed')
      and not exists (select 1 from refunds r where r.payment_id = p.id)`,
    'captured money is booked or refunded, or about to be': sql`
    select 1 from payments where captured_pence > 0
      and state not in ('paid', 'finalised', 'refunded', 'refund failed')`,
    'a finalised payment has its appointment, at its time unless that was moved': sql`
    select 1 from payments p left join appointments a on a.id = p.appointment_id
      where p.state = 'finalised' and (a.id is null or a.member_id <> p.member_id
        or a.event_id <> p.event_id or a.slot_starts_at <> p.slot_starts_at
          and a.calendar_sequence = (a.status = 'cancelled')::int)`,
    'an appointment paid by card has one captured payment': sql`
    select 1 from appointments a
      left join payments p on p.appointment_id = a.id and p.captured_pence > 0
        and p.state in ('finalised', 'refunded', 'refund failed')
      where a.payment_status = 'paid by card' group by a.id having count(p.id) = 0`,
    'an appointment paid at the venue has a taking that stands, and none that owes has all of its price': sql`
    select 1 from appointments a
      left join (payments p join venue_takings t on t.payment_id = p.id
        and p.id not in (select payment_id from refunds where reason = 'taking undone'))
        on p.appointment_id = a.id
      group by a.id
      having a.payment_status = 'paid at the venue' and count(p.id) = 0
        or a.payment_status in ('not paid', 'paid') and a.status = 'booked'
          and coalesce(sum(p.captured_pence), 0) - coalesce((select sum(r.amount_pence) from refunds r
            join payments back on back.id = r.payment_id
            where back.appointment_id = a.id and r.state <> 'failed' and r.reason <> 'taking undone'), 0)
            >= a.price_pence and count(p.id) > 0
    union all
    select 1 from venue_takings t join payments p on p.id = t.payment_id
      where p.order_id is not null or p.capture_id is not null or p.captured_pence <> p.amount_pence`,
    'a payment for a booked appointment pays for no other': sql`
    select 1 from payments where appointment_id <> for_appointment_id`,
    'a booked payment is not refunded as unbookable': sql`
    select 1 from refunds r join payments p on p.id = r.payment_id
      where r.reason = 'place gone' and p.appointment_id is not null`,
    'nobody is charged twice for one event': sql`
    select 1 from payments p left join appointments a on a.id = p.appointment_id
      where p.captured_pence > 0 and p.state in ('paid', 'finalised')
        and a.status is distinct from 'cancelled'
      group by p.member_id, p.event_id
      having count(*) > 1 and sum(p.captured_pence) - coalesce(sum((select sum(r.amount_pence)
        from refunds r where r.payment_id = p.id and r.state <> 'failed')), 0)
        > max(coalesce(a.price_pence, 0))`,
    'the ledger has every captured payment once': sql`
    select 1 from payments p
      left join ledger_entries l on l.payment_id = p.id and l.kind = 'charge'
      group by p.id having coalesce(sum(l.amount_pence), 0) <> coalesce(p.captured_pence, 0)`,
    'the ledger has every refund, and no more than was captured': sql`
    select r.id from refunds r
      left join ledger_entries l on l.payment_id = r.payment_id and l.kind = 'refund'
        and l.provider_ref = coalesce(r.provider_refund_id, case r.reason
          when 'taking undone' then 'undone-' || r.payment_id else 'by-hand-' || r.id end)
        and l.amount_pence = -r.amount_pence
      where (r.state = 'done') <> (l.id is not null)
    union all
    select payment_id from ledger_entries where kind <> 'fee'
      group by payment_id having sum(amount_pence) < 0`,
    'a merged record has nothing to come': sql`
    select 1 from members m where m.merged_into is not null
      and (exists (select from upcoming_appointments u where u.member_id = m.id and u.until > ${now})
        or exists (select from waiting_list w where w.member_id = m.id
          and w.status in ('waiting', 'offered')))`,
    'no mail names an appointment that does not exist': sql`
    select 1 from mails m left join appointments a on a.reference = m.reference
      where a.id is null`,
    'a saved response names an appointment that exists': sql`
    select 1 from idempotent_answers i
      left join appointments a on a.id = (i.body->>'appointment_id')::bigint
      where i.body->>'appointment_id' is not null and a.id is null`,
    'a withdrawn consent leaves no appointment that could have been cancelled': sql`
    select 1 from appointments a join consent_withdrawals w on w.consent_id = a.consent_id
      where a.status = 'booked' and w.withdrawn_at <= a.slot_starts_at - interval '48 hours'`,
    'rows of append-only tables can be neither changed nor removed': sql`
    select 1 from unnest(array['consents', 'consent_words', 'consent_withdrawals', 'results', 'access_log', 'audit_log',
      'ledger_entries', 'provider_transactions', 'identity_changes', 'chain_batches', 'member_merges', 'member_partings', 'merged_results']) as append_only
      where has_table_privilege(append_only, 'delete') or not exists (
        select 1 from pg_trigger
          where tgrelid = append_only::regclass and tgname = 'append_only' and tgenabled = 'O')`,
  }
}

export async function whatIsStored(q: Queryable, eventIds: number[]) {
  const ids = sql.param(eventIds)
  const { rows: appointments } = await q.execute<StoredAppointment>(sql`
    select id, member_id, event_id, status, slot_starts_at, calendar_sequence from appointments
      where event_id = any(${ids}::bigint[]) order by id`)
  const { rows: places } = await q.execute<StoredPlace>(sql`
    select event_id, slot_starts_at, held_by, hold_id, appointment_id from places
      where event_id = any(${ids}::bigint[])`)
  return { appointments, places }
}

export type StoredAppointment = {
  id: number
  member_id: number
  event_id: number
  status: 'booked' | 'cancelled'
  slot_starts_at: string
  calendar_sequence: number
}

export type StoredPlace = {
  event_id: number
  slot_starts_at: string
  held_by: number | null
  hold_id: string | null
  appointment_id: number | null
}

/**
 * Removes a protection from a test's own database, as the owner of its tables, to prove that
 * the tests detect its absence. The product has no such switch.
 */
export async function dropProtection(owner: Queryable, name: Protection): Promise<void> {
  for (const change of protections[name]) await owner.execute(sql.raw(change))
}

export type Protection = keyof typeof protections

const protections = {
  'one live appointment per event': ['drop index one_open_appointment_per_member_and_event'],
  'one upcoming appointment': [
    'alter table upcoming_appointments drop constraint one_upcoming_appointment_per_member',
  ],
  'one hold per member': ['drop index one_hold_per_member'],
  'one hold per visitor': ['drop index one_hold_per_visitor'],
  'a claimed place is no longer the visitor’s': [
    'alter table places drop constraint place_is_held_by_one',
    'drop trigger forget_visitor on places',
    `create function keep_visitor() returns trigger language plpgsql as $$
      begin
        new.held_by_visitor := coalesce(new.held_by_visitor, old.held_by_visitor);
        return new;
      end
    $$`,
    `create trigger keep_visitor before update on places
      for each row execute function keep_visitor()`,
  ],
  'a place records who has it': [
    `create function forget_taker() returns trigger language plpgsql as $$
      begin
        new.appointment_id := null;
        new.held_by := null;
        new.held_by_visitor := null;
        new.hold_id := null;
        new.hold_address := null;
        new.held_until := null;
        return new;
      end
    $$`,
    `create trigger forget_taker before update on places
      for each row execute function forget_taker()`,
  ],
  'a merged record takes nothing new': ['drop trigger refuse_merged_member on appointments'],
  'an appointment records its cancellation': [
    `create function stay_booked() returns trigger language plpgsql as $$
      begin
        new.status := 'booked';
        new.cancelled_at := null;
        return new;
      end
    $$`,
    `create trigger stay_booked before update on appointments
      for each row execute function stay_booked()`,
  ],
  'an event records its version': [
    `create function stay_at_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version;
        return new;
      end
    $$`,
    `create trigger stay_at_version before update on events
      for each row execute function stay_at_version()`,
  ],
  'a payment keeps the price at which it began': [
    `create function follow_price() returns trigger language plpgsql as $$
      begin
        select price_pence into new.amount_pence from events where id = new.event_id;
        return new;
      end
    $$`,
    `create trigger follow_price before update on payments
      for each row execute function follow_price()`,
  ],
  'a payment records its refund': [
    `create function forget_refund() returns trigger language plpgsql as $$
      begin
        new.state := old.state;
        return new;
      end
    $$`,
    `create trigger forget_refund before update on payments
      for each row execute function forget_refund()`,
  ],
  'a payment records its lease': [
    `create function forget_lease() returns trigger language plpgsql as $$
      begin
        new.leased_at := null;
        return new;
      end
    $$`,
    `create trigger forget_lease before update on payments
      for each row execute function forget_lease()`,
  ],
  'the first response is saved': [
    `create function delete_response() returns trigger language plpgsql as $$
      begin
        delete from idempotent_answers where caller_hash = new.caller_hash and key = new.key;
        return null;
      end
    $$`,
    `create trigger delete_response after insert on idempotent_answers
      for each row execute function delete_response()`,
  ],
  'a claim that was decided stays decided': [
    `create function stay_open() returns trigger language plpgsql as $$
      begin
        new.ended_at := null;
        new.ended_because := null;
        new.ended_by := null;
        return new;
      end
    $$`,
    `create trigger stay_open before update on record_claims
      for each row execute function stay_open()`,
  ],
  'a commit waits for the log': [
    `do $$ begin
      execute format('alter database %I set synchronous_commit = off', current_database());
    end $$`,
  ],
} satisfies Record<string, string[]>

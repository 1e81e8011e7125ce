// Years of finished bookings, written by SQL, and counts of the rows that statements then read.
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../server/platform/db/database.ts'
import { sampleRow } from '../app/test-app.queries.ts'

/** `appointments` is at most 500 an event, one of a member at an event. */
export type Size = { members: number; events: number; appointments: number; results: number }

export const FULL_SIZE: Size = {
  members: 300_000,
  events: 2_000,
  appointments: 1_000_000,
  results: 300_000,
}

export function sizeOf(share: number): Size {
  const { members, events, appointments, results } = FULL_SIZE
  return {
    members: members * share,
    events: events * share,
    appointments: appointments * share,
    results: results * share,
  }
}

/**
 * Members, events between 500 days and 2,300 days before `now`, and who books what, in the table
 * `history`.
 */
export async function fillMembersAndEvents(
  owner: Queryable,
  { size, now }: { size: Size; now: Date },
): Promise<void> {
  const at = now.toISOString()
  const each = 1_800 / size.events
  const run = (text: ReturnType<typeof sql>) => owner.execute(text)
  await run(sql`
    insert into auth.users (id, email, email_confirmed_at, created_at, updated_at)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
          'former-' || n || '@example.org', at, at, at
        from generate_series(1, ${size.members}::int) n,
          (select ${at}::timestamptz - interval '2400 days' as at) t`)
  await run(sql`
    insert into auth.sessions (id, user_id, aal, refresh_token_hmac_key, created_at, updated_at)
      select gen_random_uuid(), id, 'aal1', '\\x00', created_at, created_at from auth.users
        where email like 'former-%'`)
  await run(sql`
    insert into auth.audit_log_entries (id, action, user_id, payload, created_at)
      select gen_random_uuid(), 'login', id, '{}', created_at from auth.users
        where email like 'former-%'`)
  const { firstName, lastName, gender, dateOfBirth, ethnicity, phone, homeAddress } = sampleRow
  await run(sql`
    insert into members (user_id, email, first_name, last_name, gender, date_of_birth, ethnicity,
        phone, home_address, created_at, updated_at)
      select id, email, ${firstName}, ${lastName}, ${gender}, ${dateOfBirth}::date, ${ethnicity},
          ${phone}, ${homeAddress}, created_at, created_at
        from auth.users where email like 'former-%' order by id`)
  await run(sql`
    insert into events (name, starts_at, ends_at, session_minutes, product_id, price_pence,
        payment_required, exclusive_for, city, postcode)
      select 'Former ' || n, start, start + interval '10 hours', 12,
          (select min(id) from products), 0, false, 'COMMUNITY', 'Colchester', 'CO1 1AA'
        from generate_series(1, ${size.events}::int) n,
          lateral (select date_trunc('day', ${at}::timestamptz - make_interval(days => 500)
            - n * ${each}::float8 * interval '1 day') + interval '8 hours' as start) s`)
  await run(sql`
    create table history as
      select k, e.id as event_id, m.id as member_id, m.user_id,
          e.starts_at + (k % 50) * interval '12 minutes' as slot, k % 500 / 50 + 1 as place
        from generate_series(0, ${size.appointments}::int - 1) k
          join (select *, row_number() over (order by id) - 1 as n from events
            where name like 'Former %') e on e.n = k / 500
          join (select *, row_number() over (order by id) - 1 as n from members
            where email like 'former-%') m on m.n = k::bigint * 7919 % ${size.members}::int`)
  await run(sql`create unique index on history (k)`)
  await run(sql`analyze history`)
}

/** A consent of `history` without its answers. */
export type HistoryConsent = { k: number; memberId: number; eventId: number; givenAt: Date }

export async function listHistoryConsents(
  q: Queryable,
  { from, to }: { from: number; to: number },
): Promise<HistoryConsent[]> {
  const { rows } = await q.execute<Omit<HistoryConsent, 'givenAt'> & { givenAt: string }>(sql`
    select k, member_id as "memberId", event_id as "eventId",
        slot - interval '10 days' as "givenAt" from history where k >= ${from} and k < ${to}`)
  return rows.map((row) => ({ ...row, givenAt: new Date(row.givenAt) }))
}

export async function insertHistoryConsents(
  owner: Queryable,
  wordsVersion: string,
  rows: { k: number; sealed: Buffer }[],
): Promise<void> {
  await owner.execute(sql`
    insert into consents (member_id, event_id, words_version, psa_test_date, sealed, terms,
        sample_consent, gp_sharing, disclaimer, given_at)
      select member_id, event_id, ${wordsVersion}, slot::date, sealed, true, true, false, true,
          slot - interval '10 days'
        from unnest(${sql.param(rows.map(({ k }) => k))}::int[],
          ${sql.param(rows.map(({ sealed }) => sealed))}::bytea[]) r (k, sealed)
          join history using (k) order by k`)
}

/** The bookings of `history`, after the consents; a fifth paid by card. */
export async function fillBookings(owner: Queryable): Promise<void> {
  const run = (text: ReturnType<typeof sql>) => owner.execute(text)
  await run(sql`
    insert into appointments (reference, event_id, member_id, slot_starts_at, slot_ends_at,
        payment_status, price_pence, consent_id, created_at, updated_at)
      select 'former ' || k, event_id, member_id, slot, slot + interval '12 minutes', 'not paid', 0,
          c.id, slot - interval '10 days', slot - interval '10 days'
        from history join consents c using (member_id, event_id) order by k`)
  await run(sql`
    insert into places (event_id, slot_starts_at, place_number, appointment_id)
      select event_id, slot, place, a.id
        from history join appointments a using (event_id, member_id) order by k`)
  await run(sql`
    insert into upcoming_appointments (member_id, appointment_id, until)
      select distinct on (member_id) member_id, id, slot_ends_at from appointments
        where reference like 'former %' order by member_id, slot_starts_at desc`)
  await run(sql`
    insert into audit_log (actor_user_id, member_id, action, subject, at)
      select user_id, member_id, 'booked', 'appointment ' || a.id, a.created_at
        from history join appointments a using (event_id, member_id) order by k`)
  await run(sql`
    insert into notices (member_id, kind, cause, at)
      select member_id, kind, 'appointment ' || id || ' at ' || slot_starts_at, slot_starts_at
        from appointments, (values ('week before'), ('last days before')) k (kind)
        where reference like 'former %' and id % 5 = 0`)
  await run(sql`
    insert into payments (id, member_id, event_id, slot_starts_at, consent_id, appointment_id, state,
        amount_pence, captured_pence, fee_pence, description, invoice_id, order_id, capture_id,
        create_request_id, capture_request_id, last_answer, created_at, updated_at)
      select gen_random_uuid(), member_id, event_id, slot_starts_at, consent_id, id, 'finalised',
          2500, 2500, 92, 'Total PSA Test', 'inv' || id, 'ord' || id, 'cap' || id, 'cr' || id,
          'cq' || id, jsonb_build_object('id', 'ord' || id), created_at, created_at
        from appointments where reference like 'former %' and id % 5 = 0`)
  await run(sql`
    insert into ledger_entries (payment_id, kind, amount_pence, provider_ref, at)
      select id, kind, pence, capture_id, created_at
        from payments, (values ('charge', 2500), ('fee', -92)) k (kind, pence)
        where invoice_id like 'inv%'`)
  await run(sql`
    insert into transaction_reports (member_id, payment_id, reported_by, record, at)
      select member_id, id, 'server', '{}', created_at from payments where invoice_id like 'inv%'`)
  await run(sql`
    insert into webhook_events (id, type, body, received_at, handled_at)
      select 'WH-' || id, 'PAYMENT.CAPTURE.COMPLETED', last_answer, created_at, created_at
        from payments where invoice_id like 'inv%'`)
}

/** Ids of members with a sample's day, oldest first. */
export async function listSampled(
  q: Queryable,
  count: number,
): Promise<{ memberId: number; sampleDate: string }[]> {
  const { rows } = await q.execute<{ memberId: number; sampleDate: string }>(sql`
    select distinct on (member_id) member_id as "memberId", slot::date::text as "sampleDate"
      from history order by member_id, slot limit ${count}`)
  return rows
}

/** They were announced long ago. */
export async function insertSealedResults(
  owner: Queryable,
  rows: { memberId: number; sampleDate: string; sourceRef: string; sealed: Buffer }[],
): Promise<void> {
  const column = (name: keyof (typeof rows)[number]) => sql.param(rows.map((row) => row[name]))
  await owner.execute(sql`
    insert into results (member_id, sample_date, source, source_ref, sealed, released_at, recorded_at)
      select member_id, day, 'history', ref, sealed, day + 7, day + 5
        from unnest(${column('memberId')}::bigint[], ${column('sampleDate')}::date[],
          ${column('sourceRef')}::text[], ${column('sealed')}::bytea[]) r (member_id, day, ref, sealed)`)
  await owner.execute(sql`delete from unannounced_results`)
}

/** The mail of each booking, which a site deletes a day after it was sent. */
export async function insertMails(owner: Queryable): Promise<void> {
  await owner.execute(sql`
    insert into jobs.job (name, state, data) select 'mail', 'completed',
      jsonb_build_object('about', 'booked ' || reference) from appointments`)
}

export async function dropHelper(owner: Queryable): Promise<void> {
  await owner.execute(sql`drop table history`)
}

/** Autovacuum is off in tests. */
export async function vacuum(owner: Queryable): Promise<void> {
  await owner.execute(sql`vacuum analyze`)
}

/** Rows and index entries read since the database was made; call it on every connection. */
export async function countRead(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    select (select sum(seq_tup_read) from pg_stat_user_tables)
      + (select sum(idx_tup_read) from pg_stat_user_indexes) as count`)
  return Number(rows[0]?.count)
}

export async function flushCounts(q: Queryable): Promise<void> {
  await q.execute(sql`select pg_stat_force_next_flush()`)
}

/** For the connection's next statements. */
export async function disableSeqScan(q: Queryable): Promise<void> {
  await q.execute(sql`set enable_seqscan = off`)
}

export async function dropIndex(owner: Queryable, name: string): Promise<void> {
  await owner.execute(sql`drop index ${sql.identifier(name)}`)
}

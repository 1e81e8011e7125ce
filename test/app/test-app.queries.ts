import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type AccountHolderRow, hasAccount } from '../../server/members/members.queries.ts'
import { ACCESS_DENIED } from '../../server/platform/audit/write-denials.ts'
import type { Queryable } from '../../server/platform/db/database.ts'
import {
  accessGrants,
  appointments,
  ledgerEntries,
  members,
  payments,
} from '../../server/platform/db/schema.ts'
import type { JobData } from '../../server/platform/job-queues.ts'

/** What is compared of a row, where it is not all of it. */
const ROWS: Record<string, SQL> = {
  // A job's row changes while it is worked on.
  'jobs.job': sql`t.id::text`,
  // Reading is a use of the office too.
  'public.staff': sql`(to_jsonb(t) - 'last_seen_at')::text`,
}

/**
 * A fingerprint of the rows of every product table, authentication table and queued job: equal
 * before and after when nothing was written. Denied accesses are left out: they are written
 * after the response (server/platform/audit/denied).
 */
export async function everythingStored(q: Queryable): Promise<Record<string, string>> {
  const { rows: tables } = await q.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where (schemaname in ('public', 'auth') or (schemaname, tablename) = ('jobs', 'job'))
        -- The words of a mail are kept when it leaves, which is later.
        and tablename not in ('denied_access_counts', 'sent_messages')
      order by 1`,
  )
  const fingerprints = tables.map(({ name }) => {
    const row = ROWS[name] ?? sql`t::text`
    return sql`select ${name} as name, count(*) || ' ' ||
        coalesce(md5(string_agg(${row}, ';' order by ${row})), '') as fingerprint
      from ${sql.raw(name)} t ${name === 'public.audit_log' ? sql`where t.action <> ${ACCESS_DENIED}` : sql``}`
  })
  const { rows } = await q.execute<{ name: string; fingerprint: string }>(
    sql.join(fingerprints, sql` union all `),
  )
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]))
}

/** Every row of every table of every schema, as text. */
export async function everythingAsText(q: Queryable): Promise<string> {
  const { rows: tables } = await q.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await q.execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(name)} t`,
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

export async function addAccessGrant(
  q: Queryable,
  grant: typeof accessGrants.$inferInsert,
): Promise<void> {
  await q.insert(accessGrants).values(grant)
}

export async function markNhsConfirmed(q: Queryable, memberId: number, at: Date): Promise<void> {
  await q.update(members).set({ nhsConfirmedAt: at }).where(eq(members.id, memberId))
}

export async function payByCard(
  q: Queryable,
  appointmentId: number,
  taken: { capturedPence: number; feePence: number | null; at: Date },
): Promise<string> {
  const { capturedPence, feePence, at } = taken
  const [booked] = await q
    .update(appointments)
    .set({ paymentStatus: 'paid by card' })
    .where(eq(appointments.id, appointmentId))
    .returning()
  if (!booked) throw new Error(`there is no appointment ${appointmentId}`)
  const id = randomUUID()
  await q.insert(payments).values({
    id,
    memberId: booked.memberId,
    eventId: booked.eventId,
    slotStartsAt: booked.slotStartsAt,
    appointmentId,
    state: 'finalised',
    amountPence: capturedPence,
    capturedPence,
    feePence,
    description: 'Total PSA Test',
    invoiceId: `invoice ${id}`,
    orderId: `order ${id}`,
    captureId: `capture ${id}`,
    createRequestId: `${id}-create`,
    captureRequestId: `${id}-capture`,
    createdAt: at,
    updatedAt: at,
  })
  const entry = { paymentId: id, providerRef: `capture ${id}`, at }
  await q.insert(ledgerEntries).values({ ...entry, kind: 'charge', amountPence: capturedPence })
  return id
}

export const sampleRow = {
  firstName: 'James',
  lastName: 'Carter',
  gender: 'Male',
  dateOfBirth: '1968-05-14',
  ethnicity: 'Not stated',
  phone: '447700900118',
  homeAddress: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
}

/** Of one name each: hundreds with the same name and birthday would all be likely doubles. */
export async function addMembers(q: Queryable, userIds: string[]): Promise<AccountHolderRow[]> {
  const added: AccountHolderRow[] = []
  for (let from = 0; from < userIds.length; from += 1_000) {
    const rows = userIds.slice(from, from + 1_000).map((userId) => ({
      ...sampleRow,
      lastName: `Carter ${userId.slice(0, 8)}`,
      userId,
      email: `${userId}@example.org`,
    }))
    const inserted = await q.insert(members).values(rows).returning()
    added.push(...inserted.filter((row) => hasAccount(row)))
  }
  return added
}

export async function addConsents(
  q: Queryable,
  whose: { memberId: number; eventId: number; sealed: Buffer }[],
  consent: { psaTestDate: string; wordsVersion: string; givenAt: Date },
): Promise<void> {
  const { psaTestDate, wordsVersion, givenAt } = consent
  const sealed = sql.param(whose.map((one) => one.sealed))
  const members = sql.param(whose.map(({ memberId }) => memberId))
  const events = sql.param(whose.map(({ eventId }) => eventId))
  await q.execute(sql`
    insert into consents (member_id, event_id, words_version, psa_test_date, sealed, terms,
      sample_consent, gp_sharing, disclaimer, given_at)
    select member_id, event_id, ${wordsVersion}, ${psaTestDate}, sealed, true, true, false, true, ${givenAt}
      from unnest(${members}::bigint[], ${events}::bigint[], ${sealed}::bytea[])
        as one (member_id, event_id, sealed)`)
}

export async function addLivingSessions(
  q: Queryable,
  sessions: { sessionId: string; userId: string; email: string }[],
  level: 'aal1' | 'aal2' = 'aal1',
): Promise<void> {
  const column = (name: 'sessionId' | 'userId' | 'email') =>
    sql.param(sessions.map((session) => session[name]))
  await q.execute(sql`
    insert into auth.users (id, email, created_at, updated_at)
    select id, email, now(), now()
      from unnest(${column('userId')}::uuid[], ${column('email')}::text[]) as account (id, email)`)
  await q.execute(sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, refresh_token_hmac_key,
      refresh_token_counter)
    select id, user_id, now(), now(), ${level}, '\\x00', 0
      from unnest(${column('sessionId')}::uuid[], ${column('userId')}::uuid[]) as one (id, user_id)`)
}

export async function copyEvent(q: Queryable, eventId: number, count: number): Promise<number[]> {
  const { rows } = await q.execute<{ id: number }>(sql`
    with copies as (
      insert into events (name, starts_at, ends_at, session_minutes, product_id, price_pence,
        payment_required, exclusive_for, city)
      select name, starts_at, ends_at, session_minutes, product_id, price_pence,
        payment_required, exclusive_for, city
        from events, generate_series(1, ${count}) where id = ${eventId}
      returning id),
    dealt as (
      insert into places (event_id, slot_starts_at, place_number)
      select copies.id, slot_starts_at, place_number from copies, places where event_id = ${eventId})
    select id from copies order by id`)
  return rows.map(({ id }) => id)
}

export async function takeWebhookJobs(
  q: Queryable,
): Promise<{ id: string; data: JobData['settle'] }[]> {
  const { rows } = await q.execute<{ id: string; data: JobData['settle'] }>(sql`
    update jobs.job set state = 'completed'
      where name = 'settle' and state in ('created', 'retry') returning id, data`)
  return rows
}

export async function putBackWebhookJobs(q: Queryable, ids: string[]): Promise<void> {
  await q.execute(sql`
    update jobs.job set state = 'created' where id = any(${sql.param(ids)}::uuid[])`)
}

export async function countUnsentMails(q: Queryable): Promise<number> {
  const { rows } = await q.execute(sql`
    select 1 from jobs.job where name = 'mail' and state in ('created', 'retry', 'active')`)
  return rows.length
}

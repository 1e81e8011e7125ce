// A day at the venue that is under way, with everybody booked, without a page or a mail.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { CONSENT_VERSION } from '../domain/consent.ts'
import { HOUR_MS } from '../domain/durations.ts'
import { insertConsent } from '../server/bookings/consent/consent.queries.ts'
import { sealConsent } from '../server/bookings/consent/sealed-consent.ts'
import { createEvent } from '../server/events/create-event.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { type BookedPerson, bookDirectly } from '../test/app/booked.queries.ts'
import { makeMembers } from '../test/app/crowd.ts'

export type VenueDay = { id: number; people: BookedPerson[] }
export type StoredPress = {
  type: string
  status: string
  code: string | null
  appointment: number | null
  device: string
  sequence: number
}

/**
 * An event that began two hours ago and ends in six, `count` people booked, by slot, and `free`
 * places at the end.
 */
export async function addVenueDay({
  count,
  free = 0,
  url = process.env.E2E_DATABASE_URL ?? '',
}: {
  count: number
  free?: number
  url?: string
}): Promise<VenueDay> {
  return withDatabase(url, async (database) => {
    const begun = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS)
    const { rows } = await database.db.execute<{ id: number }>(
      sql`select min(id)::int as id from products`,
    )
    const event = await database.transaction((tx) =>
      createEvent(tx, {
        name: 'Day at the hall',
        startsAt: begun,
        endsAt: new Date(begun.getTime() + 8 * HOUR_MS),
        sessionMinutes: 10,
        places: count + free,
        productId: rows[0]?.id ?? 0,
        pricePence: 0,
        paymentRequired: false,
        city: 'Leominster',
      }),
    )
    const members = await makeMembers(database.db, count, [event])
    const memberIds = members.map(({ id }) => id)
    await database.db.execute(nameMembers(memberIds))
    const people = await bookDirectly(database.db, { eventId: event.event_id, memberIds })
    return { id: event.event_id, people }
  })
}

/** Each has names that nobody else has, and a birth date. */
function nameMembers(ids: number[]): SQL {
  return sql`
    update members set
        first_name = 'Fn' || translate(id::text, '0123456789', 'abcdefghij'),
        last_name = 'Ln' || translate(md5(id::text), '0123456789', 'ghijklmnop'),
        date_of_birth = date '1950-01-02' + (id % 7000)::int
      where id = any(${sql.param(ids)}::bigint[])`
}

/** Every press of an event that the site has. */
export function storedPresses(
  eventId: number,
  url = process.env.E2E_DATABASE_URL ?? '',
): Promise<StoredPress[]> {
  return withDatabase(url, async ({ db }) => {
    const { rows } = await db.execute<StoredPress>(sql`
      select type, status, code, named_appointment::int as appointment, device, sequence
        from attendance_actions where event_id = ${eventId} order by id`)
    return rows
  })
}

async function withDatabase<T>(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase(url, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Locks the day as a press does, so that the next press waits for the release. */
export function holdDay(eventId: number, url: string) {
  return hold(url, {
    row: 'select from event_days where event_id = $1 for update',
    values: [eventId],
    awaited: 'event_days',
  })
}

/** Holds a member's appointment, so that a change of it waits. */
export function holdAppointment(of: { eventId: number; memberId: number }, url: string) {
  return hold(url, {
    row: 'select from appointments where event_id = $1 and member_id = $2 for no key update',
    values: [of.eventId, of.memberId],
    awaited: 'appointments',
  })
}

async function hold(url: string, of: { row: string; values: number[]; awaited: string }) {
  const database = openDatabase(url, { max: 2 })
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(of.row, of.values)
  return {
    async untilAwaited(): Promise<void> {
      for (;;) {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock'
              and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
          [of.awaited],
        )
        if (rows.length > 0) return
        await wait(20)
      }
    },
    async release(): Promise<void> {
      await client.query('rollback')
      client.release()
      await database.close()
    },
  }
}

/** Gives everybody of the day a consent whose answers can be read. */
export function answerQuestions({ id: eventId }: VenueDay, answers: object): Promise<void> {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'keys', 'field-keys.json')
  const fieldKeys = openFieldKeys(readFileSync(file, 'utf8'))
  return withDatabase(process.env.E2E_DATABASE_URL ?? '', async ({ db }) => {
    const { rows } = await db.execute<{ id: number; member_id: number; day: string }>(sql`
      select id::int, member_id::int, slot_starts_at::date::text as day
        from appointments where event_id = ${eventId}`)
    for (const { id, member_id: memberId, day: psaTestDate } of rows) {
      const whose = { memberId, eventId, givenAt: new Date() }
      const ticks = { terms: true, sampleConsent: true, gpSharing: false, disclaimer: true }
      const sealed = sealConsent(fieldKeys, whose, { answers: { ...answers } })
      const consent = { ...whose, ...ticks, psaTestDate, wordsVersion: CONSENT_VERSION, sealed }
      const consentId = await insertConsent(db, consent)
      await db.execute(sql`update appointments set consent_id = ${consentId} where id = ${id}`)
    }
  })
}

/** Takes all events from somebody who works here, and assigns one. */
export function assignTo(email: string, eventId: number | null): Promise<void> {
  return withDatabase(process.env.E2E_DATABASE_URL ?? '', async ({ db }) => {
    await db.execute(sql`
      delete from staff_events where staff_id = (select id from staff where email = ${email})`)
    if (eventId === null) return
    await db.execute(sql`
      insert into staff_events (staff_id, event_id)
        select id, ${eventId} from staff where email = ${email}`)
  })
}

/** Null ends somebody's work here. */
export function setRoles(email: string, roles: string[] | null): Promise<void> {
  return withDatabase(process.env.E2E_DATABASE_URL ?? '', async ({ db }) => {
    await db.execute(
      roles === null
        ? sql`update staff set roles = '{}', until = now() where email = ${email}`
        : sql`update staff set roles = ${sql.param(roles)}::text[] where email = ${email}`,
    )
  })
}

/** Sends the day's tubes to a laboratory that wants each number on a slip of the member too. */
export function wantSlips(eventId: number): Promise<void> {
  return withDatabase(process.env.E2E_DATABASE_URL ?? '', async ({ db }) => {
    await db.execute(sql`
      with lab as (
        insert into labs (name, labels_on_slips) values (${`Slip laboratory ${eventId}`}, true)
          returning id)
        update events set lab_id = lab.id from lab where events.id = ${eventId}`)
  })
}

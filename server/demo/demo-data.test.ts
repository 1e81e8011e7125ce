import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts'
import { eventLabel, spacesLeft } from '../../domain/events.ts'
import { looksMistyped } from '../../domain/nhs-number.ts'
import { ROLES } from '../../domain/office/permissions.ts'
import { ROW_STATES } from '../../domain/office/result-states.ts'
import { SAMPLE_WRITERS } from '../../scripts/sample-writers.ts'
import { openTestDatabase } from '../../test/database/database.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'
import { listEvents } from '../events/events.queries.ts'
import { findProfileByUser } from '../members/members.queries.ts'
import { toUserProfile } from '../members/user-profile.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { makeFieldKeys, openFieldKeys } from '../platform/keys/field-keys.ts'
import { matchFile } from '../results/lab-results/match-file.ts'
import { readLabFile } from '../results/lab-results/read/read-file.ts'
import { OFFICE_DEMO_PASSWORD } from '../staff/demo-accounts.ts'
import { addDemoData } from './demo-data.ts'
import { sampledPeople } from './demo-lab-day.ts'
import { DEMO_LABS } from './demo-labs.ts'
import { DEMO_PASSWORD, type DemoAccounts } from './demo-members.ts'
import { sampleLines } from './sample-lines.ts'

// The clocks change in the following fortnights, and the hours from here run past midnight.
const START = new Date('2027-03-15T08:07:00Z')

const fieldKeys = openFieldKeys(makeFieldKeys())
let database: Database & { url: string }
let accounts: ReturnType<typeof rememberAccounts>
let events: CharityEvent[]
beforeAll(async () => {
  database = await openTestDatabase()
  accounts = rememberAccounts()
  const deps = { database, fieldKeys, now: () => START }
  expect(await addDemoData(deps, accounts)).toBe(true)
  events = await listEvents(database.db, { now: new Date(0) })
})
afterAll(() => database.close())

function rememberAccounts() {
  type Account = { id: string; password: string; authenticator?: Buffer | undefined }
  const known = new Map<string, Account>()
  return {
    known,
    createUser: async ({ email, password, authenticator }) => {
      const account = known.get(email) ?? { id: randomUUID(), password, authenticator }
      known.set(email, account)
      return account
    },
  } satisfies DemoAccounts & { known: Map<string, Account> }
}

function inCity(city: string): CharityEvent[] {
  return events.filter((event) => event.city === city)
}

const startOf = (event: CharityEvent | undefined) =>
  event ? new Date(`${event.event_date}T${event.start_time}Z`).getTime() : Number.NaN

test('only two results of Braintree are late, as in an office that keeps up with its work', async () => {
  const { rows } = await database.db.execute(
    sql`select kind, count(*)::int as late from care_loops
      where closed_at is null and due_at < ${START.toISOString()} group by kind`,
  )
  expect(rows).toEqual([{ kind: 'lab_to_result', late: 2 }])
})

describe('the events', () => {
  test.each([
    ['free', 'Colchester', 14, 24, 'BOOK', { payment_required: false }],
    ['free again', 'Chelmsford', 21, 24, 'BOOK', { payment_required: false }],
    ['paid', 'Ipswich', 12, 30, 'BOOK', { payment_required: true, price: 2500 }],
    ['lodge', 'Saffron Walden', 10, 20, 'BOOK', { is_private: true, exclusive_for: 'FREEMASONS' }],
    ['full', 'Norwich', 9, 0, 'Fully Booked', {}],
    ['last', 'Cambridge', 16, 1, 'BOOK', { payment_required: false }],
    ['passed', 'Braintree', -7, 5, 'Event Passed', {}],
    ['lab', 'Bury St Edmunds', 18, 20, 'BOOK', { requires_nhs_number: true }],
    ['midnight', 'London', 19, 12, 'BOOK', { start_time: '22:00:00', end_time: '00:00:00' }],
    ['unset', 'Canterbury', 22, 20, 'BOOK', { payment_required: null, price: 1500 }],
  ])('%s is in %s in %i days, with %i free: %s', (_, city, days, free, label, more) => {
    const event = inCity(city).at(-1)
    expect(event).toMatchObject(more)
    if (!event) return
    expect(Math.abs(startOf(event) - START.getTime() - days * DAY_MS)).toBeLessThan(DAY_MS)
    expect([spacesLeft(event), eventLabel(event, START)]).toEqual([free, label])
  })

  test.each([
    ['works', 'Reading', 40, 'BOOK'],
    ['closed', 'Southend-on-Sea', 10, 'Booking Closed'],
  ])('%s is in %s within a day, with %i free: %s', (_, city, free, label) => {
    const [event] = inCity(city)
    expect(event).toBeDefined()
    if (!event) return
    expect(startOf(event) - START.getTime()).toBeGreaterThan(12 * HOUR_MS)
    expect(startOf(event) - START.getTime()).toBeLessThan(DAY_MS)
    expect([spacesLeft(event), eventLabel(event, START)]).toEqual([free, label])
  })

  test('one begins within hours, with a day at the door to try', async () => {
    const [event] = inCity('Guildford')
    expect(event?.booked_spaces).toBe(12 + 3)
    expect(startOf(event) - START.getTime()).toBeGreaterThanOrEqual(3 * HOUR_MS)
    expect(startOf(event) - START.getTime()).toBeLessThan(DAY_MS)
    const { rows } = await database.db.execute(sql`
      select count(*)::int as booked, count(*) filter (where a.payment_status = 'not paid')::int as due,
          count(*) filter (where m.support_needs <> '{}')::int as with_needs
        from appointments a join members m on m.id = a.member_id
        where a.event_id = ${event?.event_id}`)
    expect(rows).toEqual([{ booked: 12, due: 1, with_needs: 4 }])
  })

  test('are twenty more in towns of the United Kingdom, each at its own place', () => {
    const upcoming = events.filter((event) => startOf(event) > START.getTime())
    expect(upcoming).toHaveLength(11 + 1 + 20)
    expect(
      new Set(upcoming.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size,
    ).toBe(32)
    for (const { latitude, longitude, event_description } of events) {
      expect(latitude).toBeGreaterThan(50)
      expect(latitude).toBeLessThan(56.5)
      expect(longitude).toBeGreaterThan(-6.5)
      expect(longitude).toBeLessThan(1.5)
      expect(event_description).toContain('sample')
    }
  })
})

describe('the staff', () => {
  test('have each role, a long password, and an authenticator of their own', async () => {
    const { rows } = await database.db.execute<{ email: string; roles: string[] }>(
      sql`select email, roles from staff order by id`,
    )
    expect(new Set(rows.flatMap(({ roles }) => roles))).toEqual(new Set(ROLES))
    const found = rows.map(({ email }) => accounts.known.get(email))
    for (const account of found) expect(account?.password).toBe(OFFICE_DEMO_PASSWORD)
    const secrets = found.map((account) => account?.authenticator?.toString('hex'))
    expect(new Set(secrets).size).toBe(rows.length)
    expect(secrets).not.toContain(undefined)
  })
})

const GREEN = {
  test_result: expect.stringMatching(/^\d\.\d\d$/),
  test_unit: 'ng/ml',
  band: 'Green',
}
const OTHER_RESULTS: Record<string, object> = {
  amber: { band: 'Amber', test_result: '3.6' },
  red: { band: 'Red', test_result: '11.2' },
  repeat: { test_result: null, outcome: 'haemolysed' },
}

describe('the members', () => {
  const members = () => [...accounts.known].filter(([, { authenticator }]) => !authenticator)

  test('can sign in with the demo password', () => {
    expect(members().map(([email]) => email)).toEqual([
      'member@example.org',
      'newcomer@example.org',
      'amber@example.org',
      'red@example.org',
      'repeat@example.org',
      'due@example.org',
    ])
    for (const [, { password }] of members()) expect(password).toBe(DEMO_PASSWORD)
  })

  test('have sound NHS numbers, sealed', async () => {
    for (const [, { id }] of members()) {
      const row = await findProfileByUser(database.db, id)
      const profile = row && toUserProfile(row, fieldKeys)
      expect(profile?.nhsNumber).toMatch(/^999\d{7}$/)
      expect(looksMistyped(profile?.nhsNumber ?? '')).toBe(false)
    }
  })

  test('have together what the portal shows: results, none, not linked, one live booking', async () => {
    const { rows } = await database.db.execute(sql`
      select m.email, a.status, a.slot_starts_at > ${START} as upcoming, r.id is not null as has_result
        from members m
        left join appointments a on a.member_id = m.id
        left join results r on r.appointment_id = a.id
        where m.email in ('member@example.org', 'newcomer@example.org')
        order by m.email, a.slot_starts_at`)
    expect(rows).toEqual([
      { email: 'member@example.org', status: 'booked', upcoming: false, has_result: true },
      { email: 'member@example.org', status: 'booked', upcoming: false, has_result: true },
      { email: 'member@example.org', status: 'booked', upcoming: false, has_result: false },
      { email: 'member@example.org', status: 'booked', upcoming: true, has_result: false },
      { email: 'newcomer@example.org', status: null, upcoming: null, has_result: false },
    ])
    const results = await database.db.execute<{
      sealed: Buffer
      source: string
      source_ref: string
      appointment_id: number | null
    }>(sql`select * from results order by id`)
    expect(results.rows.filter(({ appointment_id }) => appointment_id === null)).toHaveLength(2)
    for (const { sealed, source, source_ref } of results.rows) {
      const opened = JSON.parse(fieldKeys.open(sealed, `results|sealed|${source}|${source_ref}`))
      expect(opened).toMatchObject(OTHER_RESULTS[source_ref] ?? GREEN)
    }
  })
})

describe('the laboratories', () => {
  const counts = async (table: 'lab_results' | 'result_import_rows') => {
    const { rows } = await database.db.execute<{ state: string; n: number }>(
      sql`select state, count(*)::int as n from ${sql.identifier(table)} group by state`,
    )
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }

  test('have rows that wait for a person, and twelve results for review', async () => {
    expect(await counts('result_import_rows')).toEqual({
      committed: 15,
      close: 2,
      quarantined: 3,
      conflict: 1,
      error: 1,
    })
    expect(await counts('lab_results')).toEqual({ review: 13, ready: 1, discarded: 1 })
  })

  test.each([
    ['csv', 'matched 11, close 1, quarantined 1, conflict 1, repeated 1, error 2'],
    ['excel', 'matched 8, close 1, quarantined 1, repeated 1'],
    ['hl7', 'matched 6, quarantined 1, conflict 1, error 1'],
  ] as const)('have a sample file of %s: %s', async (kind, expected) => {
    const people = await sampledPeople(database.db, fieldKeys, DEMO_LABS[kind])
    const lines = sampleLines[kind](people)
    const bytes = await SAMPLE_WRITERS[kind](lines)
    const { rows, errors, refusal } = await readLabFile(bytes, DEMO_LABS[kind].map)
    expect(refusal).toBe(null)
    const { rows: labs } = await database.db.execute<{ id: number }>(
      sql`select id::int from labs where name = ${DEMO_LABS[kind].name}`,
    )
    const matched = await matchFile(database.db, { fieldKeys, labId: labs[0]?.id ?? 0, rows })
    const all = [...matched, ...errors.map(() => ({ state: 'error' as const }))]
    const found = ROW_STATES.map((state) => [
      state,
      all.filter((row) => row.state === state).length,
    ])
    const words = found.filter(([, n]) => n).map((pair) => pair.join(' '))
    expect(words.join(', ')).toBe(expected)
  })
})

test('every invariant holds for it, except that samples send no mails', async () => {
  const broken = await brokenInvariants(database.db, START)
  const others = broken.filter((words) => !words.startsWith(MAILS))
  expect(others).toEqual([])
  expect(broken).toHaveLength(1)
})

const MAILS = 'every change of an appointment is mailed once'

test('is added once, however many processes start at the same time', async () => {
  const own = await openTestDatabase()
  const options = { max: 2, statementMs: 60_000 }
  const several = Array.from({ length: 4 }, () => openDatabase(own.url, options))
  const added = await Promise.all(
    several.map((each) =>
      addDemoData({ database: each, fieldKeys, now: () => START }, rememberAccounts()),
    ),
  )
  expect(added.filter(Boolean)).toHaveLength(1)
  expect(await listEvents(own.db, { now: new Date(0) })).toHaveLength(events.length)
  expect(
    await addDemoData({ database: own, fieldKeys, now: () => START }, rememberAccounts()),
  ).toBe(false)
  await Promise.all([...several, own].map((each) => each.close()))
})

test('leaves nothing behind when its last step fails', async () => {
  const own = await openTestDatabase()
  await own.owner.db.execute(sql`alter table result_reviews add constraint none check (false)`)
  const added = addDemoData({ database: own, fieldKeys, now: () => START }, rememberAccounts())
  await expect(added).rejects.toThrow()
  expect(await listEvents(own.db, { now: new Date(0) })).toEqual([])
  await own.close()
})

test('is not added to a database with data', async () => {
  const own = await openTestDatabase()
  await own.db.execute(sql`insert into products (name, price_pence) values ('Test', 0)`)
  await own.db.execute(sql`
    insert into events (name, starts_at, ends_at, session_minutes, product_id, exclusive_for)
      select 'Ours', now(), now() + interval '1 hour', 20, id, 'COMMUNITY' from products`)
  const nobody = { createUser: () => Promise.reject(new Error('no account should be made')) }
  expect(await addDemoData({ database: own, fieldKeys, now: () => START }, nobody)).toBe(false)
  await own.close()
})

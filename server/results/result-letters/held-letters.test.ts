import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  importLines,
  lineOf,
  openReviews,
  type SampledPerson,
} from '../../../test/app/laboratory.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { importOne, pressOn, type Reviews, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'
import { until } from '../../../test/until.ts'
import { sendNotices } from '../../care/reminders/send-notices.ts'

const SURGERY = { name: 'Mill Road Surgery', town: 'Diss', email: 'desk@mill.example' }
const ADDRESS = { ...SURGERY, address_lines: ['12 Mill Road'], postcode: 'IP22 4AA' }

let site: TestApp
let reviews: Reviews
let stern: SampledPerson
let stone: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

/** Stern and Stone, released green, asked for post; their letters and those to their surgery wait. */
beforeEach(async () => {
  await query(`update result_letters set state = 'stopped', batch_id = null
    where state in ('waiting', 'printed')`)
  const people = [
    { firstName: 'Alan', lastName: 'Stern' },
    { firstName: 'Brian', lastName: 'Stone' },
  ]
  reviews = await openReviews(site, { people, consent: { gpSurgery: SURGERY } })
  ;[stern, stone] = reviews.people as [SampledPerson, SampledPerson]
  await query(
    `update members set contact_by = 'post', address_lines = '{3 Mill Lane}', postcode = 'CO8 5AA'
      where id in ($1, $2)`,
    stern.memberId,
    stone.memberId,
  )
  for (const person of reviews.people) await releaseOne(site, reviews, { person, band: 'Green' })
  await sendNotices(site.deps, (error) => {
    throw error
  })
  for (const { id, recipient } of (await letters()).data)
    if (recipient === 'gp') {
      const { email: _, ...surgery } = ADDRESS
      const body = { surgery, before: null }
      expect((await ask('PUT', `letters/${id}/surgery`, body)).status).toBe(200)
    }
})

const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  site.ask(method, `/api/office/${path}`, { as: reviews.clinician, ...(body && { body }) })
const letters = async (tab = 'waiting') => (await ask('GET', `letters?tab=${tab}`)).body
const makeBatch = async (): Promise<number> => (await ask('POST', 'letter-batches', {})).body.id
const batchOf = async (id: number) => (await ask('GET', `letter-batches/${id}`)).body
const step = (id: number, name: string, count: number, takenOut: number[] = []) =>
  ask('PUT', `letter-batches/${id}`, { step: name, count, taken_out: takenOut })
async function draw(id: number): Promise<string> {
  const { rawPayload } = await site.app.inject({
    method: 'POST',
    url: `/api/office/letter-batches/${id}/letters`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: reviews.clinician.cookie },
  })
  const items = (await readPdf(rawPayload)).flat()
  return items.map(({ text }) => text).join(' ')
}
async function printed(): Promise<number> {
  const batch = await makeBatch()
  await draw(batch)
  expect((await step(batch, 'printed', 4)).status).toBe(200)
  return batch
}
const correct = (person: SampledPerson, written: object = {}) =>
  importOne(site, reviews, person, { Result: '18.4', Status: 'C', ...written })
async function record(person: SampledPerson, action: object): Promise<void> {
  const ids = [reviews.event.event_id]
  const venue = await site.staff(['venue'], { eventIds: ids, leads: ids })
  const one = {
    id: randomUUID(),
    device: randomUUID(),
    sequence: 1,
    at: site.deps.now().toISOString(),
    appointment_id: person.appointmentId,
    ...action,
  }
  const url = `/api/office/days/${reviews.event.event_id}/actions`
  const { status, body } = await site.ask('POST', url, { as: venue, body: { actions: [one] } })
  expect([status, body.actions?.[0]?.status ?? 'applied']).toEqual([200, expect.any(String)])
}
const sampleOf = async ({ appointmentId }: SampledPerson): Promise<string> => {
  const [row] = await query(
    `select action_id from attendance_actions where appointment_id = $1 and type = 'sample'`,
    appointmentId,
  )
  return row.action_id
}
const openLoop = (person: SampledPerson, kind: string) =>
  query(
    `insert into care_loops (kind, member_id, appointment_id, owner, urgency, opened_at, due_at)
      values ($1, $2, $3, 'clinician', 1, $4, $4)`,
    kind,
    person.memberId,
    person.appointmentId,
    site.deps.now(),
  )
const setMember = (person: SampledPerson, change: string) =>
  query(`update members set ${change} where id = $1`, person.memberId)

const HOLDS: [string, (person: SampledPerson) => Promise<unknown>][] = [
  ['the laboratory has corrected its report', (person) => correct(person)],
  ['the laboratory has withdrawn its report', (person) => correct(person, { Status: 'D' })],
  [
    'the sample was taken back',
    async (person) => record(person, { type: 'undo', reason: 'x', undoes: await sampleOf(person) }),
  ],
  ['two samples stand', (person) => record(person, { type: 'sample', tube: newTube('SECOND') })],
  [
    'a sample was taken back and a clinician has to look',
    (person) => openLoop(person, 'sample_undone'),
  ],
  [
    'the withdrawal of consent waits for a choice',
    (person) => openLoop(person, 'consent_withdrawn'),
  ],
  [
    'another clinician has still to confirm the taking back',
    (person) => openLoop(person, 'take_back'),
  ],
  ['the member has died', (person) => setMember(person, 'died_at = now()')],
]

test.each(HOLDS)('no letter of the member or to the surgery goes out when %s', async (_, hold) => {
  const batch = await printed()
  await hold(stern)
  const opened = await batchOf(batch)
  expect(opened.letters).toBe(2)
  expect(opened.take_out).toMatchObject([
    { recipient: 'member', name: 'Alan Stern' },
    { recipient: 'gp', name: 'Alan Stern' },
  ])
  const out = opened.take_out.map(({ id }: { id: number }) => id)
  expect((await step(batch, 'posted', 4)).body.code).toBe('letters_stopped')
  expect((await step(batch, 'posted', 2)).body.code).toBe('letters_stopped')
  expect((await step(batch, 'posted', 4, out)).body.code).toBe('letters_miscounted')
  expect((await step(batch, 'posted', 2, out)).body).toMatchObject({ letters: 2 })
  const posted = (await letters('posted')).data.filter(
    (one: { batch_id: number }) => one.batch_id === batch,
  )
  expect(posted.map(({ name }: { name: string }) => name)).toEqual(['Brian Stone', 'Brian Stone'])
  expect((await letters()).data).toMatchObject([
    { name: 'Alan Stern', is_held: true, batch_id: null },
    { name: 'Alan Stern', is_held: true, batch_id: null },
  ])
  expect((await ask('POST', 'letter-batches', {})).body.code).toBe('no_letters')
})

test('letters of a member are found by the laboratory’s number and by the tube', async () => {
  for (const typed of [`N-${stern.tube}`, stern.tube]) {
    const found = await ask('GET', `letters?q=${encodeURIComponent(typed)}`)
    expect(found.body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Alan Stern',
      'Alan Stern',
    ])
  }
})

describe('letters go on, and are on no list of what is held', () => {
  const isHeld = async () => {
    const own = (await letters()).data.filter(({ name }: { name: string }) => name === 'Alan Stern')
    return own.map(({ is_held }: { is_held: boolean }) => is_held)
  }

  test('when a lead declares that both samples are the member’s', async () => {
    const [id, tube] = [randomUUID(), newTube('SECOND')]
    await record(stern, { type: 'sample', id, tube })
    expect(await isHeld()).toEqual([true, true])
    const [first] = await query(
      `select action_id from attendance_actions where appointment_id = $1 and type = 'sample'
        order by id limit 1`,
      stern.appointmentId,
    )
    const samples = [first.action_id, id]
    await record(stern, { type: 'both_theirs', samples, reason: 'Two tubes were filled' })
    expect(await isHeld()).toEqual([false, false])
    await record(stern, { type: 'sample', tube: newTube('THIRD') })
    expect(await isHeld()).toEqual([true, true])
  })

  test('when a clinician says that the result stands without its sample, until the next doubt', async () => {
    await record(stern, { type: 'undo', reason: 'x', undoes: await sampleOf(stern) })
    expect(await isHeld()).toEqual([true, true])
    const [{ id }] = await query(
      'select id::int from lab_results where member_id = $1',
      stern.memberId,
    )
    const result = (await ask('GET', `results/${id}`)).body
    const body = { note: 'The tube was named at the table' }
    await pressOn(site, { result, path: 'stands', as: reviews.clinician, body })
    expect(await isHeld()).toEqual([false, false])
    const again = newTube('AGAIN')
    await record(stern, { type: 'sample', tube: again })
    expect(await isHeld()).toEqual([true, true])
  })
})

describe('letters of a result that the laboratory has corrected', () => {
  test('are left out of a printing', async () => {
    const batch = await makeBatch()
    await correct(stern)
    expect(await draw(batch)).not.toContain('Dear Alan Stern')
    expect((await step(batch, 'printed', 4)).body.code).toBe('letters_stopped')
    const out = (await batchOf(batch)).take_out.map(({ id }: { id: number }) => id)
    expect((await step(batch, 'printed', 2, out)).status).toBe(200)
    expect((await step(batch, 'posted', 2)).status).toBe(200)
  })

  test('stay held when a second correction replaces the first', async () => {
    const batch = await printed()
    await correct(stern)
    await correct(stern, { Result: '18.9' })
    expect((await batchOf(batch)).letters).toBe(2)
  })

  test('are replaced by those of the correction when it is released', async () => {
    const batch = await printed()
    const result = await correct(stern)
    const body = { band: 'Green', retest_months: null }
    const ready = await pressOn(site, { result, path: 'review', as: reviews.clinician, body })
    await pressOn(site, { result: ready, path: 'release', as: reviews.clinician })
    await sendNotices(site.deps, (error) => {
      throw error
    })
    expect((await batchOf(batch)).letters).toBe(2)
    const waiting = (await letters()).data.filter((one: { batch_id: null }) => !one.batch_id)
    expect(waiting).toMatchObject([{ is_held: false }, { is_held: false }])
    const next = await makeBatch()
    expect(await draw(next)).toMatch(/18\.4 .*18\.4/s)
  })

  test('go on when the correction is taken back, after a new printing where one left them out', async () => {
    const batch = await makeBatch()
    const result = await correct(stern)
    await draw(batch)
    const body = { note: 'The tube of another man' }
    await pressOn(site, { result, path: 'take-back', as: reviews.clinician, body })
    expect((await batchOf(batch)).letters).toBe(4)
    expect((await step(batch, 'printed', 4)).body.code).toBe('not_printed')
    expect(await draw(batch)).toContain('Dear Alan Stern')
    expect((await step(batch, 'printed', 4)).status).toBe(200)
  })

  test('are not printed again', async () => {
    const batch = await printed()
    await step(batch, 'posted', 4)
    await correct(stern)
    const [own] = (await letters('posted')).data.filter(
      (one: { name: string; recipient: string; batch_id: number }) =>
        one.batch_id === batch && one.name === 'Alan Stern' && one.recipient === 'member',
    )
    const body = { letters: [own.id], reason: 'It never arrived' }
    expect((await ask('POST', 'letter-batches', body)).body.code).toBe('letter_held')
    expect(await batchOf(batch)).toMatchObject({ letters: 4, take_out: [] })
  })

  test('are either posted before it is recorded or held after it, when both happen at once', async () => {
    const batch = await printed()
    const { pool } = site.deps.database
    const [posting, correction] = await Promise.all([
      step(batch, 'posted', 4),
      importLines(site, {
        ...reviews,
        lines: [lineOf(stern, { Result: '18.4', Status: 'C' })],
        as: reviews.clinician,
      }),
    ])
    const { rows } = await pool.query(
      'select state from result_letters where member_id = $1 order by id',
      [stern.memberId],
    )
    expect(correction).toHaveLength(1)
    const states = rows.map(({ state }) => state)
    expect([posting.status, ...states]).toEqual(
      posting.status === 200 ? [200, 'posted', 'posted'] : [409, 'printed', 'printed'],
    )
  })

  test('wait for a recording that has begun: the posting then finds them held', async () => {
    const batch = await printed()
    const client = await site.deps.database.pool.connect()
    try {
      const [told] = await query(
        'select lab_id, appointment_id, id, sample_date from lab_results where member_id = $1',
        stern.memberId,
      )
      await client.query('begin')
      await client.query('select id from result_letters where member_id = $1 for update', [
        stern.memberId,
      ])
      await client.query(
        `insert into lab_results (lab_id, member_id, appointment_id, number_index, content_index,
            replaces_id, sample_date, seal_id, sealed, state, recorded_at)
          values ($1, $2, $3, $4, $4, $5, $6, $7, '\\x00', 'review', now())`,
        [
          told.lab_id,
          stern.memberId,
          told.appointment_id,
          Buffer.from(randomUUID()),
          told.id,
          told.sample_date,
          randomUUID(),
        ],
      )
      const posting = step(batch, 'posted', 4)
      await until(async () =>
        expect(
          await query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database()`),
        ).not.toEqual([]),
      )
      await client.query('commit')
      expect((await posting).body.code).toBe('letters_stopped')
    } finally {
      client.release()
    }
  })
})

test('whoever knows no results learns nothing of a held letter', async () => {
  const batch = await printed()
  await correct(stern)
  const as = await site.staff(['office'])
  for (const path of [`letter-batches/${batch}`, 'letters?tab=printed'])
    expect((await site.ask('GET', `/api/office/${path}`, { as })).body.code).toBe('not_permitted')
})

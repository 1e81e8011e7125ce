import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { insertResult } from '../facts/results.queries.ts'
import { type SealedResult, sealResult } from '../facts/sealed-result.ts'
import { makeFieldKeys, openFieldKeys } from '../platform/keys/field-keys.ts'

const START = new Date('2027-01-12T09:00:00Z')
const LATER = new Date('2027-02-12T09:00:00Z')
const found = {
  test_result: '1.02',
  test_unit: 'ng/ml',
  comments: 'Sample.',
  band: 'Green',
  next_step: 'You do not need to do anything now.',
  laboratory: 'Anglia Path Lab',
  received_date: '2027-01-27',
  retest_months: 12,
}
let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
})

const read = (whose: number | string, as?: TestMember) =>
  site.ask('GET', `/api/medical/results/${whose}`, { ...(as && { as }) })

const readOne = (whose: number | string, result: number | string, as?: TestMember) =>
  read(`${whose}/${result}`, as)

async function book(as = member, wanted: Parameters<TestApp['event']>[0] = {}): Promise<number> {
  const event = await site.event(wanted)
  await site.consent(as, event)
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const answer = await site.ask('POST', '/api/appointments', { as, body })
  return answer.body.appointment.appointment_id
}

async function addResult(
  of: TestMember,
  more: {
    appointmentId?: number
    releasedAt?: Date | null
    supersedesId?: number
    sampleDate?: string
    result?: SealedResult
  } = {},
): Promise<number> {
  const { result = found, ...columns } = more
  const origin = { source: 'test', sourceRef: randomUUID() }
  await insertResult(site.deps.database.db, {
    memberId: of.id,
    sampleDate: '2027-01-26',
    releasedAt: START,
    ...columns,
    ...origin,
    sealed: sealResult(site.deps.fieldKeys, origin, result),
  })
  const [row] = await rows(`select id from results where source_ref = '${origin.sourceRef}'`)
  return Number(row?.id)
}

async function rows(query: string) {
  return (await site.deps.database.db.execute(query)).rows
}

const views = (of: TestMember) =>
  rows(`select * from access_log where member_id = ${of.id} order by id`)

let pressed = 0

/** At the venue, now. */
async function record(appointmentId: number, type: string, more: object): Promise<void> {
  const { rows } = await site.deps.database.pool.query(
    'select event_id::int as id from appointments where id = $1',
    [appointmentId],
  )
  const at = site.deps.now().toISOString()
  pressed += 1
  const action = { id: randomUUID(), device: 'tablet', sequence: pressed, at, type, ...more }
  const actions = [{ ...action, appointment_id: appointmentId }]
  const as = await site.staff(['office'])
  const url = `/api/office/days/${rows[0].id}/actions`
  const { status, body } = await site.ask('POST', url, { as, body: { actions } })
  expect([status, body.results[0].status]).toEqual([200, 'applied'])
}

describe('a member reads', () => {
  test('the result with its appointment', async () => {
    const appointment = await book()
    const id = await addResult(member, { appointmentId: appointment })
    site.moveTo(LATER)
    const { status, body, headers } = await read(member.id, member)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const whole = {
      appointment: {
        event_name: 'Colchester PSA screening',
        product_name: 'Total PSA Test',
        event_date: '2027-01-26',
        appointment_id: appointment,
      },
      result: {
        test_result: '1.02',
        test_unit: 'ng/ml',
        comments: 'Sample.',
        sample_date: '2027-01-26',
        result_id: id,
        band: 'Green',
        next_step: 'You do not need to do anything now.',
        laboratory: 'Anglia Path Lab',
        retest_on: '2028-01-26',
      },
      steps: [
        { step: 'Booked', state: 'done', on: '2027-01-12' },
        { step: 'Sample taken', state: 'done', on: '2027-01-26' },
        { step: 'At the lab', state: 'done', on: '2027-01-27' },
        { step: 'Result ready', state: 'done', on: '2027-01-12' },
      ],
    }
    expect(body).toEqual({ data: [whole] })
    const one = await readOne(member.id, id, member)
    expect([one.status, one.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(one.body).toEqual({ data: whole })
  })

  test('only what the record says, with the event’s laboratory when it names none', async () => {
    const labId = await site.lab({ requiresNhsNumber: false })
    const appointmentId = await book(member, { labId })
    const bare = { test_result: '1.02', test_unit: null, comments: null, band: 'normal' }
    await addResult(member, { appointmentId, result: bare })
    await addResult(member, {
      sampleDate: '2026-03-01',
      result: { ...bare, received_date: 'soon' },
    })
    const [linked, unlinked] = (await read(member.id, member)).body.data
    const nothing = { test_unit: null, band: null, next_step: null, retest_on: null }
    expect(linked.result).toMatchObject({
      ...nothing,
      laboratory: expect.stringMatching(/^Laboratory/),
    })
    expect(unlinked.result).toMatchObject({ ...nothing, laboratory: null })
    expect(unlinked.steps[2]).toEqual({ step: 'At the lab', state: 'done', on: null })
  })

  test('why a sample gave no number, and that the laboratory withdrew a result', async () => {
    const appointmentId = await book()
    const none = { test_result: null, test_unit: null, comments: null, band: null }
    await addResult(member, { appointmentId, result: { ...none, outcome: 'haemolysed' } })
    await addResult(member, {
      sampleDate: '2026-03-01',
      result: { ...none, outcome: null, withdrawn: true },
    })
    site.moveTo(LATER)
    const [lost, withdrawn] = (await read(member.id, member)).body.data
    expect(lost.result).toMatchObject({ test_result: null, band: null, outcome: 'haemolysed' })
    expect(lost.result).not.toHaveProperty('withdrawn')
    expect(lost.steps.map(({ state }: { state: string }) => state).slice(2)).toEqual([
      'done',
      'ahead',
    ])
    expect(withdrawn.result).toMatchObject({ test_result: null, withdrawn: true })
    expect(withdrawn.result).not.toHaveProperty('outcome')
  })

  test('how far a test has come that has no result yet', async () => {
    const appointmentId = await book()
    const states = async () => {
      const { body } = await read(member.id, member)
      expect(body.data).toMatchObject([{ appointment: { event_date: '2027-01-26' }, result: null }])
      return body.data[0].steps.map(({ state }: { state: string }) => state)
    }
    expect(await states()).toEqual(['now', 'ahead', 'ahead', 'ahead'])
    site.moveTo(new Date('2027-01-26T10:39:59Z'))
    expect(await states()).toEqual(['now', 'ahead', 'ahead', 'ahead'])
    site.moveTo(new Date('2027-01-26T10:40:00Z'))
    expect(await states()).toEqual(['now', 'unknown', 'ahead', 'ahead'])
    await record(appointmentId, 'not_sampled', { reason: 'unwell' })
    expect(await states()).toEqual(['now', 'ahead', 'ahead', 'ahead'])
    await record(appointmentId, 'sample', { tube: 'AB12345' })
    expect(await states()).toEqual(['done', 'now', 'ahead', 'ahead'])
    expect((await read(member.id, member)).body.data[0]).toMatchObject({
      attendance: 'sampled',
      waiting: { since: '2027-01-26', is_late: false },
    })
    site.moveTo(new Date('2027-02-17T10:00:00Z'))
    const late = (await read(member.id, member)).body.data[0].waiting
    expect(late).toEqual({ since: '2027-01-26', is_late: true })
    await addResult(member, { appointmentId, releasedAt: null })
    expect(await states()).toEqual(['done', 'done', 'now', 'ahead'])
    expect(await views(member)).toEqual([])
  })

  test('nothing of a cancelled appointment', async () => {
    const id = await book()
    await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    site.moveTo(LATER)
    expect((await read(member.id, member)).body).toEqual({ data: [] })
  })

  test('a result that is linked to no appointment, the latest first', async () => {
    await addResult(member, { sampleDate: '2025-03-01' })
    await addResult(member, { sampleDate: '2026-03-01', result: { ...found, comments: null } })
    await book()
    site.moveTo(LATER)
    expect((await read(member.id, member)).body.data).toMatchObject([
      { appointment: { event_date: '2027-01-26' }, result: null },
      { appointment: null, result: { sample_date: '2026-03-01', comments: null } },
      { appointment: null, result: { sample_date: '2025-03-01' } },
    ])
  })

  test('no result before it is released, and then its correction instead of it', async () => {
    await addResult(member, { releasedAt: null })
    await addResult(member, { releasedAt: new Date(START.getTime() + 1) })
    const wrong = await addResult(member)
    await addResult(member, {
      supersedesId: wrong,
      releasedAt: LATER,
      result: { ...found, test_result: '1.20' },
    })
    const seen = async () =>
      (await read(member.id, member)).body.data.map(
        ({ result }: { result: SealedResult }) => result.test_result,
      )
    expect(await seen()).toEqual(['1.02'])
    site.moveTo(LATER)
    expect((await seen()).sort()).toEqual(['1.02', '1.20'])
  })

  test('the results that a newer one replaced, as replaced and never as the current', async () => {
    const first = await addResult(member)
    const second = await addResult(member, { supersedesId: first, releasedAt: LATER })
    const none = { test_result: null, test_unit: null, comments: null }
    const result = { ...none, withdrawn: true }
    site.moveTo(LATER)
    const earlier = {
      result_id: first,
      test_result: '1.02',
      test_unit: 'ng/ml',
      band: 'Green',
      released_on: '2027-01-12',
      replaced_on: '2027-02-12',
    }
    const { data } = (await read(member.id, member)).body
    expect(data).toMatchObject([{ result: { result_id: second }, replaces: [earlier] }])
    const old = (await readOne(member.id, first, member)).body.data
    expect(old.replaced_by).toEqual({ result_id: second, on: '2027-02-12' })
    expect(old).not.toHaveProperty('replaces')

    const last = new Date('2027-02-20T09:00:00Z')
    const withdrawal = await addResult(member, { supersedesId: second, releasedAt: last, result })
    site.moveTo(last)
    const [current] = (await read(member.id, member)).body.data
    expect(current.result).toMatchObject({ result_id: withdrawal, withdrawn: true })
    expect(current.replaces.map((one: { result_id: number }) => one.result_id)).toEqual([
      second,
      first,
    ])
    const seen = await views(member)
    expect(seen.slice(-3).map(({ result_id }) => result_id)).toEqual([withdrawal, second, first])
  })

  test('no replaced result that was not released before its replacement', async () => {
    const never = await addResult(member, { releasedAt: LATER })
    await addResult(member, { supersedesId: never, releasedAt: LATER })
    site.moveTo(LATER)
    const { data } = (await read(member.id, member)).body
    expect(data).toHaveLength(1)
    expect(data[0]).not.toHaveProperty('replaces')
    expect((await readOne(member.id, never, member)).status).toBe(404)
  })
})

describe('the access log', () => {
  test('has the views of each result, one an hour, and none of refused ones', async () => {
    const one = await addResult(member)
    const other = await addResult(member)
    await addResult(member, { releasedAt: null })
    await read(member.id, member)
    await read(member.id, member)
    expect((await views(member)).map(({ result_id }) => result_id)).toEqual([one, other])
    const now = site.deps.now()
    site.moveTo(new Date(now.getTime() + 3_600_000))
    await read(member.id, member)
    site.moveTo(now)
    const seen = await views(member)
    expect(seen.map(({ result_id }) => result_id)).toEqual([one, other, one, other])
    expect(seen[0]).toMatchObject({
      actor_user_id: member.userId,
      actor_role: 'member',
      what: 'result',
    })
    expect(String(seen[0]?.address_hash)).not.toContain('127.0.0.1')
  })

  test('has the view of the one opened result', async () => {
    const one = await addResult(member)
    await addResult(member)
    await readOne(member.id, one, member)
    const seen = await views(member)
    expect(seen).toMatchObject([{ result_id: one, actor_user_id: member.userId, what: 'result' }])
  })

  test('that cannot be written refuses the results', async () => {
    const own = await openTestApp({ now: START })
    const member = await own.member()
    const origin = { source: 'test', sourceRef: 'a' }
    const sealed = sealResult(own.deps.fieldKeys, origin, found)
    const { db } = own.deps.database
    await insertResult(db, { memberId: member.id, ...origin, sealed, releasedAt: START })
    await own.owner.execute('alter table access_log add constraint full_up check (false) not valid')
    for (const path of [member.id, `${member.id}/1`]) {
      const answer = await own.ask('GET', `/api/medical/results/${path}`, { as: member })
      expect(answer.status).toBe(500)
      expect(JSON.stringify(answer.body)).not.toContain('1.02')
    }
    await own.close()
  })

  test('has no view when a result cannot be opened', async () => {
    const origin = { source: 'test', sourceRef: randomUUID() }
    const sealed = sealResult(openFieldKeys(makeFieldKeys()), origin, found)
    const { db } = site.deps.database
    await insertResult(db, { memberId: member.id, ...origin, sealed, releasedAt: START })
    expect((await read(member.id, member)).status).toBe(500)
    expect(await views(member)).toEqual([])
  })
})

test('trap 1: nobody else can read results, as for a profile that does not exist', async () => {
  const other = await site.member()
  const resultId = await addResult(member)
  const unreleased = await addResult(other, { releasedAt: null })
  const replaced = await addResult(other)
  const own = await addResult(other, { supersedesId: replaced })
  const before = await site.stored()
  expect((await read(member.id)).status).toBe(401)
  const theirs = await read(member.id, other)
  expect(theirs).toMatchObject({ status: 404, body: { error: 'Not found', code: 'not_found' } })
  for (const odd of [999_999, 0, 'abc', `0${other.id}`, `${other.id}.0`]) {
    expect(await read(odd, other)).toMatchObject({ status: 404, body: theirs.body })
  }
  expect((await readOne(member.id, resultId)).status).toBe(401)
  for (const id of [resultId, own]) {
    expect(await readOne(member.id, id, other)).toMatchObject({ status: 404, body: theirs.body })
  }
  for (const odd of [resultId, unreleased, replaced, 999_999, 0, 'abc', `${resultId}.0`]) {
    expect(await readOne(other.id, odd, other)).toMatchObject({ status: 404, body: theirs.body })
  }
  expect(await site.stored()).toEqual(before)
})

test('results are stored sealed, so that the database alone reveals nothing', async () => {
  await addResult(member)
  const [row] = await rows(`select * from results where member_id = ${member.id}`)
  expect(String(row?.sealed)).not.toContain('1.02')
  expect(String(row?.sealed)).not.toContain('ng/ml')
})

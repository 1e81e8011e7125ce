// What one account can make without end that nobody may delete, and the lists that would then be long.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import { consentFormFor } from '../../../test/app/consent-form.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
})
afterAll(() => site.close())

async function addResult(of: TestMember): Promise<number> {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '1.02', test_unit: 'ng/ml', comments: '' }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: of.id,
    sampleDate: '2026-06-12',
    releasedAt: START,
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
  const { rows } = await site.deps.database.pool.query(
    'select id::int as id from results where source_ref = $1',
    [origin.sourceRef],
  )
  return rows[0].id
}

const countOf = async (table: string, member: TestMember): Promise<number> => {
  const { rows } = await site.deps.database.pool.query(
    `select count(*)::int as n from ${table} where member_id = $1`,
    [member.id],
  )
  return rows[0].n
}

describe('a member who asks again and again', () => {
  test('adds one view an hour and result to the log, by whichever way they read', async () => {
    const member = await site.member()
    const ids = [await addResult(member), await addResult(member)]
    const reads = [
      `/api/medical/results/${member.id}`,
      `/api/medical/results/${member.id}/${ids[0]}`,
      `/api/my-data/result-views`,
    ]
    const readAll = () =>
      Promise.all(
        reads.flatMap((url) => [url, url]).map((url) => site.ask('GET', url, { as: member })),
      )
    await readAll()
    await readAll()
    expect(await countOf('access_log', member)).toBe(2)
    site.moveTo(new Date(START.getTime() + HOUR_MS))
    await readAll()
    expect(await countOf('access_log', member)).toBe(4)
    site.moveTo(START)
  })

  test('changes a profile 30 times a day, and reads when to go on', async () => {
    const member = await site.member()
    const change = (n: number) =>
      site.ask('PUT', `/api/auth/profile?email=${encodeURIComponent(member.email)}`, {
        as: member,
        body: { occupation: `Baker ${n}` },
      })
    for (let n = 0; n < 30; n++) expect((await change(n)).status).toBe(200)
    const { status, body, headers } = await change(30)
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_600)
    expect(await countOf('audit_log', member)).toBeLessThanOrEqual(31)
  })

  test('asks for erasure five times a day', async () => {
    const member = await site.member()
    const url = '/api/my-data/erasure-request'
    for (let n = 0; n < 5; n++) {
      expect((await site.ask('POST', url, { as: member })).status).toBe(200)
      expect((await site.ask('DELETE', url, { as: member })).status).toBe(200)
    }
    expect((await site.ask('POST', url, { as: member })).status).toBe(429)
  })

  test('gives ten consents a day', async () => {
    const member = await site.member()
    const body = consentFormFor(await site.event())
    const consent = () => site.ask('POST', '/api/medical/consent', { as: member, body })
    for (let n = 0; n < 10; n++) expect((await consent()).status).toBe(201)
    expect((await consent()).status).toBe(429)
    expect(await countOf('consents', member)).toBe(10)
  })
})

describe('lists with 100,000 entries', () => {
  test('of views come by the page, each entry once, as fast as a thousand', async () => {
    const [few, many] = [await site.member(), await site.member()]
    await fillViews(few, 1_000)
    await fillViews(many, 100_000)
    await site.owner.execute('analyze access_log')
    const url = '/api/my-data/result-views'
    const first = await site.ask('GET', url, { as: many })
    expect(first.body.views.length).toBeLessThanOrEqual(500)
    const second = await site.ask('GET', `${url}?before=${first.body.next}`, { as: many })
    const [last] = first.body.views.slice(-1)
    expect(+new Date(last.at) - +new Date(second.body.views[0].at)).toBe(1_000)
    expect((await site.ask('GET', `${url}?before=yesterday`, { as: many })).status).toBe(400)

    const page = `${url}?before=${new Date(START.getTime() - 50_000).toISOString()}`
    const timeOf = async (as: TestMember) => {
      const begun = performance.now()
      const { body } = await site.ask('GET', page, { as })
      expect(body.views.length).toBeGreaterThan(400)
      return performance.now() - begun
    }
    const times: [number, number][] = []
    for (let n = 0; n < 20; n++) times.push([await timeOf(few), await timeOf(many)])
    const ofFew = Math.min(...times.map(([time]) => time))
    expect(Math.min(...times.map(([, time]) => time))).toBeLessThan(2 * ofFew)
  }, 60_000)

  test('of past appointments come by the page', async () => {
    const member = await site.member()
    const event = await site.event()
    const consentId = await site.consent(member, event)
    await site.deps.database.pool.query(
      `insert into appointments (reference, member_id, event_id, slot_starts_at, slot_ends_at, status,
         payment_status, price_pence, consent_id, created_at, updated_at, cancelled_at)
       select 'R' || $1::bigint || '-' || n, $1, $2, $3::timestamptz - n * interval '1 day',
         $3::timestamptz - n * interval '1 day' + interval '10 min', 'cancelled', 'waived', 0, $4, $3, $3, $3
       from generate_series(1, 120) n`,
      [member.id, event.event_id, START, consentId],
    )
    const url = `/api/appointments/past-appointments/user/${member.id}`
    const dates: string[] = []
    let next: string | undefined = ''
    let pages = 0
    while (next !== undefined) {
      const query: string = next === '' ? '' : `?after=${next}`
      const { body } = await site.ask('GET', url + query, { as: member })
      dates.push(...body.appointments.map((one: { reference?: string }) => JSON.stringify(one)))
      next = body.next
      pages += 1
    }
    expect([pages, new Set(dates).size, dates.length]).toEqual([3, 120, 120])
  })
})

async function fillViews(member: TestMember, rows: number): Promise<void> {
  const resultId = await addResult(member)
  await site.deps.database.pool.query(
    `insert into access_log (member_id, actor_user_id, actor_role, what, result_id, at)
     select $1, $2, 'member', 'result', $3, $4::timestamptz - n * interval '1 second'
     from generate_series(1, $5::int) n`,
    [member.id, member.userId, resultId, START, rows],
  )
}

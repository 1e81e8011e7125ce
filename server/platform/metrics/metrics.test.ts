import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book } from '../../../test/app/bookings.ts'
import { canariesOf, canaryMember } from '../../../test/app/canaries.ts'
import { openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { createDatabaseGauges, type Metrics } from '../../operations/metrics/database-gauges.ts'
import { openMetrics, toText } from '../../operations/metrics/read-metrics.ts'
import { openDatabase } from '../db/database.ts'
import { serveMetrics } from './metrics-server.ts'

const build = { version: '1.2.3', migration: '0001_first', node: 'v24' }
const fail = (error: Error) => {
  throw error
}

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

async function textOf(): Promise<string> {
  const metrics = openMetrics(site.deps, { build, onError: fail })
  try {
    return await toText([await metrics.read({ withDatabase: true })])
  } finally {
    metrics.stop()
  }
}

/** 0 when the metric has no such line. */
async function lineValue(line: string): Promise<number> {
  const text = await textOf()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1) ?? 0)
}

describe('the metrics', () => {
  test('count a booking once, and its request by route and class of the status', async () => {
    const booked = 'chaps_bookings_total{by="member"}'
    const asked =
      'http_request_duration_seconds_count{method="POST",route="/api/appointments",status="2xx"}'
    const before = [await lineValue(booked), await lineValue(asked)]
    const event = await site.event({ city: 'Metrics' })
    const member = await site.member()
    await site.consent(member, event)
    expect((await book(site, member, event, '10:00')).status).toBeLessThan(300)
    expect([await lineValue(booked), await lineValue(asked)]).toEqual(before.map((n) => n + 1))
  })

  test('count a refusal by its reason', async () => {
    const refused = 'chaps_refusals_total{reason="not_found"}'
    const before = await lineValue(refused)
    await site.ask('GET', '/api/events/999999')
    expect(await lineValue(refused)).toBe(before + 1)
  })

  test('say what the database knows: queues, holds, payments, refunds', async () => {
    const text = await textOf()
    for (const line of [
      'chaps_database_up 1',
      'chaps_holds 0',
      'chaps_payments{state="paid"} 0',
      'chaps_payments_last_hour{state="finalised"} 0',
      'chaps_refunds{state="failed"} 0',
      'chaps_care_loops_overdue{kind="second_review"} 0',
      'chaps_jobs_oldest_seconds{queue="mail"} ',
      'chaps_loop_late{queue="sealRows"} 0',
      'chaps_build_info{version="1.2.3",migration="0001_first",node="v24"} 1',
      'chaps_database_connections{state="waiting"} ',
    ])
      expect(text).toContain(line)
  })

  test('have nothing of a member in any label', async () => {
    const member = await canaryMember(site)
    const event = await site.event({ city: 'Metrics' })
    await site.consent(member, event)
    await site.ask('GET', `/api/members?email=${member.email}`, { as: member })
    await book(site, member, event, '10:20')
    await site.ask('GET', `/api/appointments/${member.id}?nhs=9990000018`, { as: member })
    const text = await textOf()
    for (const canary of [...canariesOf(member), member.userId, '9990000018'])
      expect(text).not.toContain(canary)
  })
})

describe('what the database knows', () => {
  test('counts overdue care loops by kind, no closed or later ones', async () => {
    const opened = await openReviews(site, {
      people: [{ lastName: 'Carter' }, { lastName: 'Mill' }],
    })
    const read = async () => {
      const gauges = createDatabaseGauges(site.deps, { onError: fail })
      return toText([await gauges.read()])
    }
    expect(await read()).toContain('chaps_care_loops_overdue{kind="sample_to_lab"} 0')
    site.moveTo(new Date(site.deps.now().getTime() + 17 * 3_600_000))
    expect(await read()).toContain('chaps_care_loops_overdue{kind="sample_to_lab"} 2')
    await importOne(
      site,
      { ...opened, clinician: await site.staff(['clinician']) },
      opened.people[0] as SampledPerson,
    )
    expect(await read()).toContain('chaps_care_loops_overdue{kind="sample_to_lab"} 1')
  })

  test('is asked for once in 15 seconds, however often it is read', async () => {
    let time = 1_000
    let asked = 0
    const { db } = site.deps.database
    const execute: typeof db.execute = (...query) => {
      asked += 1
      return db.execute(...query)
    }
    const database = {
      ...site.deps.database,
      db: Object.create(db, { execute: { value: execute } }),
    }
    const gauges = createDatabaseGauges(
      { ...site.deps, database },
      { onError: fail, clock: () => time },
    )
    await Promise.all([gauges.read(), gauges.read()])
    time += 14_999
    expect(namesOf(await gauges.read())).toContain('chaps_holds')
    expect(asked).toBe(1)
    time += 1
    await gauges.read()
    expect(asked).toBe(2)
  })

  test('is missing while the database does not answer', async () => {
    const errors: Error[] = []
    const database = openDatabase('postgresql://a:b@127.0.0.1:1/c', { max: 1 })
    const gauges = createDatabaseGauges(
      { ...site.deps, database },
      { onError: (error) => errors.push(error) },
    )
    const text = await toText([await gauges.read()])
    await database.close()
    expect(text).toContain('chaps_database_up 0')
    expect(text).not.toMatch(/^chaps_(holds|jobs_waiting)/m)
    expect(errors).toHaveLength(1)
  })

  test('is waited for a second at most', async () => {
    const db = Object.create(site.deps.database.db, {
      execute: { value: () => new Promise(() => undefined) },
    })
    const database = { ...site.deps.database, db }
    const gauges = createDatabaseGauges({ ...site.deps, database }, { onError: fail })
    expect(await toText([await gauges.read()])).toContain('chaps_database_up 0')
  })
})

describe('the port of the metrics', () => {
  test('needs the token when one is set, and serves nothing else', async () => {
    const token = 'a-token-of-the-test-0123456789'
    const read = async () => 'chaps_holds 0\n'
    const settings = { port: 0, host: '127.0.0.1', token }
    const server = await serveMetrics(settings, { read, onError: fail })
    const ask = async (path: string, authorization = '') =>
      (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization } })).status
    expect(await ask('/metrics')).toBe(401)
    expect(await ask('/metrics', `Bearer ${token}x`)).toBe(401)
    expect(await ask('/metrics', `Bearer ${token}`)).toBe(200)
    expect(await ask('/', `Bearer ${token}`)).toBe(404)
    await server.close()
  })
})

function namesOf(metrics: Metrics): string[] {
  return metrics.filter(({ values }) => values.length > 0).map(({ name }) => name)
}

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookDirectly } from '../../../test/app/booked.queries.ts'
import { recordSample, sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { type SealedResult, sealResult } from '../../facts/sealed-result.ts'

let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
let clinician: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  day = await sampledEvent(site, 5)
  for (const [n, appointment] of day.appointments.slice(0, 4).entries())
    await recordSample(site, { ...day, appointment, tube: `FIG000${n}` })
  for (const [n, found] of [{ band: 'Green' }, { band: 'Red' }, { outcome: 'lost' }].entries())
    await addResult(n, { test_result: null, ...found } as Partial<SealedResult>)
  clinician = await site.staff(['clinician'])
})
afterAll(() => site.close())

const FIGURES = '/api/office/figures/2027'
const OUTCOMES = { green: 1, amber: 0, red: 1, no_number: 1, no_band: 0 }

async function addResult(
  person: number,
  found: Partial<SealedResult>,
  row: { releasedAt?: Date | null; supersedesId?: number } = {},
): Promise<number> {
  const { deps } = site
  const member = day.people[person] as TestMember
  const origin = { source: 'test', sourceRef: randomUUID() }
  const none = { test_result: '1.0', test_unit: 'ng/ml', comments: null }
  await insertResult(deps.database.db, {
    memberId: member.id,
    appointmentId: day.appointments[person] ?? null,
    ...origin,
    sealed: sealResult(deps.fieldKeys, origin, { ...none, ...found }),
    releasedAt: deps.now(),
    ...row,
  })
  const { rows } = await deps.database.pool.query('select max(id)::int as id from results')
  return rows[0].id
}

describe('the figures of a year', () => {
  test('go from places to results, for a clinician', async () => {
    const { body } = await site.ask('GET', FIGURES, { as: clinician })
    const sum = { booked: 5, came: 4, sampled: 4, outcomes: OUTCOMES }
    expect(body.events).toEqual([
      expect.objectContaining({ event_id: day.event.event_id, host: null, ...sum }),
    ])
    expect(body.sum).toMatchObject({ events: 1, ...sum })
    expect(body.hosts).toEqual([{ host: null, ...body.sum }])
  })

  test('count a corrected result once, and none before its release', async () => {
    const first = await addResult(3, { band: 'Amber' })
    await addResult(3, { band: 'Green' }, { supersedesId: first })
    await addResult(4, { band: 'Red' }, { releasedAt: null })
    const { body } = await site.ask('GET', FIGURES, { as: clinician })
    expect(body.sum.outcomes).toEqual({ ...OUTCOMES, green: 2 })
  })

  test.each(['office', 'treasurer', 'admin'] as const)('have no results for %s', async (role) => {
    const { body } = await site.ask('GET', FIGURES, { as: await site.staff([role]) })
    expect(body.sum).toMatchObject({ booked: 5, sampled: 4, outcomes: null })
    expect(body.events[0].outcomes).toBeNull()
    expect(body.preview).toBeNull()
  })
})

describe('a clinician publishes a year', () => {
  const publish = (preview: object) =>
    site.ask('POST', `${FIGURES}/publication`, {
      as: clinician,
      body: { source: 'our records', preview },
    })
  const NOTHING = { events: 1, tested: 0, green: 0, amber: 0, red: 0, no_number: 0, no_band: 0 }
  const read = async () => (await site.ask('GET', FIGURES, { as: clinician })).body

  test('not before it is over, and not while it would tell the host of an event', async () => {
    expect((await publish(NOTHING)).body.code).toBe('year_not_over')
    site.moveTo(new Date('2028-01-01T00:00:00Z'))
    clinician = await site.staff(['clinician'])
    expect(await read()).toMatchObject({ preview: null, withheld: 'too_few_events' })
    expect((await publish(NOTHING)).body.code).toBe('too_few_events')
    for (const greens of [5, 4]) await addEvent(greens)
    expect(await read()).toMatchObject({ preview: expect.anything(), withheld: null })
    await site.ownerPool.query(`update events set host_name = 'The Lodge'`)
    expect(await read()).toMatchObject({ preview: null, withheld: 'one_host' })
    expect((await publish(NOTHING)).body.code).toBe('one_host')
    await site.ownerPool.query('update events set host_name = null')
  })

  test('as it was shown, with small counts hidden', async () => {
    const { preview } = await read()
    const hidden = { red: null, no_number: null }
    expect(preview).toEqual({ ...NOTHING, events: 3, green: 10, tested: 10, ...hidden })
    expect((await publish(NOTHING)).body.code).toBe('preview_outdated')
    expect((await site.ask('GET', '/api/figures')).body).toEqual({ years: [] })

    expect((await publish(preview)).status).toBe(200)
    const published = { year: 2027, ...preview, source: 'our records', published_on: '2028-01-01' }
    expect((await site.ask('GET', '/api/figures')).body).toEqual({ years: [published] })
  })

  test('again, and the latest counts', async () => {
    for (let person = 0; person < 8; person++) await addResult(4, { band: 'Green' })
    const { preview } = await read()
    expect(preview).toMatchObject({ green: 20, red: null, tested: 20 })
    await publish(preview)
    const { years } = (await site.ask('GET', '/api/figures')).body
    expect(years).toHaveLength(1)
    expect(years[0]).toMatchObject({ green: 20, tested: 20 })
  })

  /** With one booking that has as many green results. */
  async function addEvent(greens: number): Promise<void> {
    const { deps } = site
    const event = await site.event({
      startsAt: new Date('2027-03-01T10:00:00Z'),
      endsAt: new Date('2027-03-01T12:00:00Z'),
    })
    const member = await site.member()
    await site.consent(member, event)
    const [booked] = await bookDirectly(deps.database.db, {
      eventId: event.event_id,
      memberIds: [member.id],
    })
    for (let n = 0; n < greens; n += 1) {
      const origin = { source: 'test', sourceRef: randomUUID() }
      const found = { test_result: '1.0', test_unit: 'ng/ml', comments: null, band: 'Green' }
      await insertResult(deps.database.db, {
        memberId: member.id,
        appointmentId: booked?.id ?? null,
        ...origin,
        sealed: sealResult(deps.fieldKeys, origin, found),
        releasedAt: deps.now(),
      })
    }
  }
})

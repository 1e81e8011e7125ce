import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groupedTubeCode, readTubeCode } from '../../../domain/office/tube-code.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { inspectPdf } from '../../../test/app/inspect-pdf.ts'
import { recordSample, sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
type Person = Awaited<ReturnType<TestApp['staff']>>
type Event = Awaited<ReturnType<TestApp['event']>>
let office: Person
let event: Event
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event()
  office = await site.staff(['office'])
})
afterAll(() => site.close())

const paper = { layout: 'a4-65', start: 1, copies: 1 }
const urlOf = (of: Event, more = '') => `/api/office/days/${of.event_id}/labels${more}`
async function print(body: object, { as = office, url = urlOf(event) } = {}) {
  const response = await site.app.inject({
    method: 'POST',
    url,
    headers: { 'sec-fetch-site': 'same-origin', cookie: as.cookie },
    payload: { ...paper, ...body },
  })
  return { status: response.statusCode, response }
}
async function printedCodes(body: object, options?: Parameters<typeof print>[1]) {
  const { status, response } = await print(body, options)
  expect([status, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pdf = await inspectPdf(response.rawPayload)
  const texts = (await Promise.all([...Array(pdf.pages).keys()].map((n) => pdf.text(n + 1)))).flat()
  return texts.flatMap(({ text }) => (text.startsWith('CHP') ? (readTubeCode(text) ?? []) : []))
}
const shown = async (as = office) => (await site.ask('GET', urlOf(event), { as })).body
const audited = async (action: string) => {
  const { rows } = await site.deps.database.pool.query(
    'select details from audit_log where action = $1 and subject = $2 order by id',
    [action, `event ${event.event_id}`],
  )
  return rows.map(({ details }) => details)
}

describe('new labels', () => {
  test('have a number each, are listed by batch and audited with their counts', async () => {
    const codes = await printedCodes({ count: 70 })
    expect(new Set(codes).size).toBe(70)
    const { batches, suggested } = await shown()
    expect(batches).toMatchObject([
      { first: codes[0], last: codes.at(-1), count: 70, used: 0, printed_by: office.name },
    ])
    expect(suggested).toBe(0)
    expect(await audited('tube labels printed')).toMatchObject([
      { batch: batches[0].id, count: 70, layout: 'a4-65', start: 1, copies: 1 },
    ])
  })

  test('of two clerks who print at once never share a number', async () => {
    const other = await site.event()
    const all = await Promise.all([
      printedCodes({ count: 60 }),
      printedCodes({ count: 60 }, { as: await site.staff(['office']), url: urlOf(other) }),
      printedCodes({ count: 60, copies: 2 }),
    ])
    const numbers = all.flatMap((codes) => [...new Set(codes)])
    expect(numbers).toHaveLength(180)
    expect(new Set(numbers).size).toBe(180)
  })

  test('are suggested for those booked, places kept back and some to spare', async () => {
    expect(await shown()).toMatchObject({ booked: 0, tubes: 0, spare: 5, suggested: 5 })
  })

  test.each([
    ['no layout', { layout: 'a4-189', count: 5 }],
    ['none', { count: 0 }],
    ['too many', { count: 501 }],
    ['a start that the sheet does not have', { count: 5, start: 66 }],
    ['a start on a roll', { count: 5, start: 2, layout: 'roll-45x13' }],
    ['three copies', { count: 5, copies: 3 }],
  ])('are refused for %s, and nothing is written', async (_, body) => {
    const { status, response } = await print(body)
    expect([status, response.json().code]).toEqual([400, 'invalid_request'])
    expect((await shown()).batches).toEqual([])
  })

  test('are for the venue on its own day only', async () => {
    const own = await site.staff(['venue'], { eventIds: [event.event_id] })
    expect((await print({ count: 5 }, { as: own })).status).toBe(403)
    site.moveTo(ukInstant(event.event_date, '09:00'))
    const [today, stranger] = [
      await site.staff(['venue'], { eventIds: [event.event_id] }),
      await site.staff(['venue']),
    ]
    expect((await print({ count: 5 }, { as: today })).status).toBe(200)
    expect((await print({ count: 5 }, { as: stranger })).status).toBe(403)
  })
})

describe('the same labels again', () => {
  const again = (batch: number, body: object = { reason: 'The sheet is lost.' }, of = event) => ({
    body,
    url: urlOf(of, `/${batch}/again`),
  })

  test('have the same numbers, without those that are on a tube', async () => {
    const day = await sampledEvent(site, 1)
    event = day.event
    office = await site.staff(['office'])
    const codes = await printedCodes({ count: 4 })
    const [{ id }] = (await shown()).batches
    const { body, url } = again(id)
    expect(await printedCodes(body, { url })).toEqual(codes)
    await recordSample(site, { ...day, appointment: day.appointments[0], tube: codes[1] ?? '' })
    expect((await shown()).batches).toMatchObject([{ count: 4, used: 1 }])
    expect(await printedCodes(body, { url })).toEqual(codes.filter((_, n) => n !== 1))
    expect(await audited('tube labels printed again')).toMatchObject([
      { batch: id, count: 4, reason: 'The sheet is lost.' },
      { batch: id, count: 3 },
    ])
  })

  test('are refused when all are on tubes, without a reason, and for another event', async () => {
    const day = await sampledEvent(site, 1)
    event = day.event
    office = await site.staff(['office'])
    const [code = ''] = await printedCodes({ count: 1 })
    const [{ id }] = (await shown()).batches
    const other = await site.event()
    const refusals = []
    for (const { body, url } of [
      again(id, { reason: ' ' }),
      again(id, undefined, other),
      again(999_999),
    ]) {
      const { status, response } = await print(body, { url })
      refusals.push([status, response.json().code])
    }
    expect(refusals).toEqual([
      [400, 'invalid_request'],
      [404, 'not_found'],
      [404, 'not_found'],
    ])
    await recordSample(site, { ...day, appointment: day.appointments[0], tube: code })
    const { body, url } = again(id)
    const { status, response } = await print(body, { url })
    expect([status, response.json().code]).toEqual([409, 'labels_used'])
    expect(groupedTubeCode(code)).toMatch(/^CHP \d{4} \d{4}$/)
  })
})

// What a broken or hostile tablet could send.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { Day } from '../../../domain/office/day-schemas.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')

let site: TestApp
let event: Awaited<ReturnType<TestApp['event']>>
let venue: Awaited<ReturnType<TestApp['staff']>>
let [first, second] = [0, 0]
let sequence = 0
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event()
  const [one, two] = await consentingMembers(site, 2, [event])
  if (!one || !two) throw new Error('there are no members')
  first = await bookedId(site, one, event, '10:00')
  second = await bookedId(site, two, event, '11:00')
  site.moveTo(ukInstant(event.event_date, '10:30'))
  venue = await site.staff(['venue'], { eventIds: [event.event_id] })
})
afterAll(() => site.close())

const press = (more: object = {}) => {
  sequence += 1
  const at = site.deps.now().toISOString()
  const whose = { device: 'tablet 1', sequence, at, appointment_id: first }
  return { id: randomUUID(), ...whose, type: 'arrive', ...more }
}
const send = async (actions: object[], as: { cookie: string } = venue, of = event) =>
  site.ask('POST', `/api/office/days/${of.event_id}/actions`, { as, body: { actions } })
const outcomes = async (...sent: Parameters<typeof send>) => {
  const { status, body } = await send(...sent)
  expect(status).toBe(200)
  return body.results.map((one: { status: string; code: string | null }) => one.code ?? one.status)
}
const day = async (): Promise<Day> =>
  (await site.ask('GET', `/api/office/days/${event.event_id}`, { as: venue })).body
const states = async () => (await day()).people.map(({ state }) => state)
const problems = async () => (await day()).problems.map(({ code }) => code)

describe('an id that is known', () => {
  test.each([
    ['another type', { type: 'not_sampled', reason: 'unwell' }],
    ['another person', () => ({ appointment_id: second })],
    ['another tablet', { device: 'tablet 2' }],
    ['another number', { sequence: 900 }],
    ['another time', { at: '2027-01-26T10:29:00Z' }],
    ['a note', { note: 'not me' }],
  ])('with %s is refused and kept, once', async (_what, change) => {
    const real = press()
    const other = { ...real, ...(typeof change === 'function' ? change() : change) }
    expect(await outcomes([real, other, real])).toEqual(['applied', 'id_taken', 'repeated'])
    expect(await outcomes([other, real])).toEqual(['id_taken', 'repeated'])
    expect(await states()).toEqual(['arrived', 'expected'])
    expect(await problems()).toEqual(['id_taken'])
  })

  test('at another event is refused there and changes neither', async () => {
    const real = press()
    await send([real])
    const elsewhere = await site.event()
    const both = await site.staff(['venue'], { eventIds: [event.event_id, elsewhere.event_id] })
    expect(await outcomes([real], both, elsewhere)).toEqual(['id_taken'])
    expect(await states()).toEqual(['arrived', 'expected'])
  })

  test('repeats with a tube typed otherwise, an undo named or not, and spaces about a note', async () => {
    const code = 'LAB 77-1'
    const sample = press({ type: 'sample', tube: code, note: ' left arm ' })
    const undo = press({ type: 'undo', reason: 'wrong' })
    await send([sample, undo])
    const again = [
      { ...sample, tube: 'lab771', note: 'left arm' },
      { ...undo, undoes: sample.id },
    ]
    expect(await outcomes(again)).toEqual(['repeated', 'repeated'])
    expect(await problems()).toEqual([])
  })
})

test('a number that a tablet has used before is done and flagged, and so is one in the same call', async () => {
  const one = press({ sequence: 501 })
  const others = [502, 502].map((n) =>
    press({ sequence: n, type: 'not_sampled', reason: 'unwell' }),
  )
  await send([one])
  const again = press({ sequence: 501, appointment_id: second })
  expect(await outcomes([again, ...others])).toEqual(['number_used', 'applied', 'number_used'])
  expect(await states()).toEqual(['not_sampled', 'arrived'])
})

test.each([
  ['a year ahead', 365 * 24 * HOUR_MS, 'clock_wrong'],
  ['over an hour ahead', HOUR_MS + 1000, 'clock_wrong'],
  ['an hour ahead', HOUR_MS, 'applied'],
  ['an hour behind', -HOUR_MS, 'applied'],
  ['in another year', -365 * 24 * HOUR_MS, 'clock_wrong'],
])('a press %s by its clock is done, and %s', async (_what, ahead, expected) => {
  const at = new Date(site.deps.now().getTime() + ahead).toISOString()
  expect(await outcomes([press({ at })])).toEqual([expected])
  expect(await states()).toEqual(['arrived', 'expected'])
})

test('a press with a tube, an undone press or a control character where none belongs does no harm', async () => {
  const odd = press({ tube: 'LAB123', undoes: randomUUID(), note: 'a\u0000b', device: 'x\u0000' })
  expect(await outcomes([odd, odd])).toEqual(['applied', 'repeated'])
  expect(await outcomes([press({ type: 'sample', tube: '\u0000' })])).toEqual(['tube_misread'])
  expect((await day()).people[0]?.tubes).toEqual([])
})

describe('nothing is written', () => {
  const refusedAs = async (...sent: Parameters<typeof send>) => {
    // The first use of the office is written.
    await site.ask('GET', '/api/office/days', { as: sent[1] ?? venue })
    const before = await site.stored()
    const { status, body } = await send(...sent)
    expect(await site.stored()).toEqual(before)
    return [status, body.code]
  }

  test.each([
    ['more than 200 presses', () => Array.from({ length: 201 }, () => press())],
    ['no press', () => []],
    ['a note of 501 letters', () => [press(), press({ note: 'n'.repeat(501) })]],
    ['a tube of 41 letters', () => [press({ type: 'sample', tube: 'A'.repeat(41) })]],
    ['a body of several megabytes', () => [press({ note: 'n'.repeat(4_000_000) })]],
    ['a type that only the office has', () => [press({ type: 'did_not_attend' })]],
    ['an id that is none', () => [press({ id: 'first' })]],
  ])('of %s', async (_what, actions) => {
    const [status] = await refusedAs(actions())
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('for a member, a venue person of another event, a person without the role, or nobody', async () => {
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('there is no member')
    const elsewhere = await site.event()
    const other = await site.staff(['venue'], { eventIds: [elsewhere.event_id] })
    const clinician = await site.staff(['clinician'], { eventIds: [event.event_id] })
    for (const as of [member, other, clinician])
      expect(await refusedAs([press()], as)).toEqual([403, 'not_permitted'])
    expect(await refusedAs([press()], { cookie: '' })).toEqual([401, 'sign_in_required'])
  })
})

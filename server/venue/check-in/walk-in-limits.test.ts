// A helper registers at the door people who are there, not a day full of names.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { DayAction } from '../../../domain/office/day-schemas.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { pressOf, walkIn } from '../../../test/app/walk-ins.ts'

const START = new Date('2027-01-12T09:00:00Z')
type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let event: Awaited<ReturnType<TestApp['event']>>
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event({ places: 60, pricePence: 0 })
})

const begins = () => ukInstant(event.event_date, '10:00').getTime()
const person = (isLead: boolean) => {
  const eventIds = [event.event_id]
  return site.staff(['venue'], { eventIds, ...(isLead && { leads: eventIds }) })
}
async function register(
  as: Person,
  count: number,
  at = site.deps.now(),
  form: (index: number) => DayAction['registration'] = () => walkIn(),
): Promise<string[]> {
  const actions = Array.from({ length: count }, (_, index) =>
    pressOf('walk_in', at, { registration: form(index) }),
  )
  const url = `/api/office/days/${event.event_id}/actions`
  const { body } = await site.ask('POST', url, { as, body: { actions } })
  return body.results.map(({ status, code }: { status: string; code: string | null }) =>
    status === 'refused' || code === 'link_not_sent' ? code : 'registered',
  )
}
const countOf = (answers: string[], answer: string) =>
  answers.filter((one) => one === answer).length
const keepBack = (count: number) =>
  site.owner.execute(`update places set is_kept_back = true where (slot_starts_at, place_number) in
    (select slot_starts_at, place_number from places where event_id = ${event.event_id} limit ${count})
    and event_id = ${event.event_id}`)

test('the day before, only places that are kept back are filled', async () => {
  await keepBack(2)
  site.moveTo(new Date(begins() - 20 * HOUR_MS))
  const answers = await register(await person(true), 6)
  expect([countOf(answers, 'registered'), countOf(answers, 'walk_ins_not_open')]).toEqual([2, 4])
})

test('a clock set forward by the device opens nothing', async () => {
  site.moveTo(new Date(begins() - 20 * HOUR_MS))
  const answers = await register(await person(true), 3, new Date(begins()))
  expect(countOf(answers, 'registered')).toBe(0)
})

test('from an hour before to two hours after the end; a press made offline counts when it was made', async () => {
  site.moveTo(new Date(begins() - HOUR_MS))
  expect(await register(await person(true), 1)).toEqual(['registered'])
  site.moveTo(new Date(begins() + 4 * HOUR_MS + 60_000))
  expect(await register(await person(true), 1)).toEqual(['walk_ins_not_open'])
  expect(await register(await person(true), 1, new Date(begins() + HOUR_MS))).toEqual([
    'registered',
  ])
})

test('a lead registers fifteen within an hour, over all requests', async () => {
  site.moveTo(new Date(begins()))
  const lead = await person(true)
  const answers = [...(await register(lead, 10)), ...(await register(lead, 10))]
  expect([countOf(answers, 'registered'), countOf(answers, 'too_many_walk_ins')]).toEqual([15, 5])
  site.moveTo(new Date(begins() + HOUR_MS))
  expect(await register(await person(true), 1)).toEqual(['registered'])
})

test('two bundles at once are counted together', async () => {
  site.moveTo(new Date(begins()))
  const lead = await person(true)
  const answers = (await Promise.all([register(lead, 10), register(lead, 10)])).flat()
  expect(countOf(answers, 'registered')).toBe(15)
})

test('a helper fills the places kept back and five more within an hour', async () => {
  await keepBack(3)
  site.moveTo(new Date(begins()))
  const answers = await register(await person(false), 12)
  expect([countOf(answers, 'registered'), countOf(answers, 'too_many_walk_ins')]).toEqual([8, 4])
})

test('presses whose times run backwards register no more', async () => {
  const lead = await person(true)
  site.moveTo(new Date(begins() + HOUR_MS))
  const answers: string[] = []
  for (const minutes of [3, 2, 1, 0])
    answers.push(...(await register(lead, 10, new Date(begins() + minutes * 60_000))))
  expect(countOf(answers, 'registered')).toBe(15)
})

test('a doubt that somebody understands the test makes records within the same limits', async () => {
  const doubted = () => {
    const { consent: _, payment: __, extra_place: ___, ...member } = walkIn()
    return { ...member, doubt: 'Cannot say what the test is for' }
  }
  site.moveTo(new Date(begins() - 20 * HOUR_MS))
  const early = await register(await person(true), 1, site.deps.now(), doubted)
  expect(early).toEqual(['walk_ins_not_open'])
  site.moveTo(new Date(begins()))
  const lead = await person(true)
  expect(countOf(await register(lead, 10, site.deps.now(), doubted), 'capacity_doubted')).toBe(10)
  expect(countOf(await register(lead, 10), 'registered')).toBe(5)
  expect(await register(lead, 1, site.deps.now(), doubted)).toEqual(['too_many_walk_ins'])
})

test('fifteen links of a person leave within an hour, and three to one address a day', async () => {
  event = await site.event({ places: 60, pricePence: 1500, paymentRequired: true })
  const withLink = (email: (index: number) => string) => (index: number) =>
    walkIn({ send_link: true, email: email(index), phone: '' })
  const later = new Date(begins() + HOUR_MS)
  site.moveTo(later)
  const first = await person(true)
  const own = withLink((index) => `door-${event.event_id}-${index}@example.org`)
  const answers = [
    ...(await register(first, 10, new Date(begins() - 60_000), own)),
    ...(await register(first, 10, later, own)),
  ]
  expect([countOf(answers, 'registered'), countOf(answers, 'link_not_sent')]).toEqual([15, 5])
  const same = withLink(() => `Door-${event.event_id}-Same@example.org`)
  const more = [
    ...(await register(await person(true), 2, later, same)),
    ...(await register(await person(true), 2, later, same)),
  ]
  expect(more).toEqual(['registered', 'registered', 'registered', 'link_not_sent'])
})

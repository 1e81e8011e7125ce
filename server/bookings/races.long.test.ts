// The races of races.test.ts many times over, and all that members can do mixed at random.
// RACES says how many rounds of each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { openTestApp, type TestApp, type TestMember } from '../test-app.ts'
import { brokenPromises } from './promises/queries.ts'
import { allBook, allHold, book, consentingMen, hold, oneManBooks } from './races.ts'

const ROUNDS = Number(process.env.RACES ?? 200)
const MEN = 50
const TABS = 50

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const broken = () => brokenPromises(site.parts.database.db, site.parts.now())

test('of many who book or hold the last place, one gets it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [booked, held] = [await site.event({ places: 1 }), await site.event({ places: 1 })]
    const men = await consentingMen(site, MEN, [booked])
    expect(await allHold(site, men, held)).toEqual({ 201: 1, slot_taken: MEN - 1 })
    expect(await allBook(site, men, booked)).toEqual({ 201: 1, slot_taken: MEN - 1 })
    expect(await broken()).toEqual([])
  }
})

test('one man in fifty tabs gets one appointment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const events = [await site.event({ places: 60 }), await site.event({ places: 60 })]
    const men = await consentingMen(site, 1, events)
    const { 201: won, ...lost } = await oneManBooks(site, men, { tabs: TABS, events })
    expect(won).toBe(1)
    expect(Object.keys(lost).filter((why) => !/^(duplicate|existing_booking)$/.test(why))).toEqual(
      [],
    )
    expect(await broken()).toEqual([])
  }
})

test('whatever men do at once, every promise holds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const events = [await eventInTwoWeeks(3), await eventInTwoWeeks(2)]
    const men = await consentingMen(site, 6, events)
    const done = await Promise.all(
      Array.from({ length: TABS }, () => anything(pick(men), pick(events))),
    )
    expect(done.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect(await broken()).toEqual([])
    // Every other round begins after the holds of the one before are over.
    if (round % 2 === 0) site.moveTo(new Date(site.parts.now().getTime() + 15 * 60_000))
  }

  function eventInTwoWeeks(places: number): Promise<CharityEvent> {
    const day = addDays(ukDate(site.parts.now()), 14)
    const [startsAt, endsAt] = [ukInstant(day, '10:00'), ukInstant(day, '12:00')]
    return site.event({ places, startsAt, endsAt })
  }

  async function anything(man: TestMember, event: CharityEvent) {
    const time = pick(generateSlots(event).slice(0, 3)).time
    const wish = Math.random()
    if (wish < 0.4) return book(site, man, event, time)
    if (wish < 0.7) return hold(site, man, event, time)
    const url = `/api/appointments/upcoming-appointments/user/${man.id}`
    const { body } = await site.ask('GET', url, { as: man })
    const { appointment_id: id = 1 } = body.appointments.at(-1) ?? {}
    return site.ask('PUT', `/api/appointments/${id}/cancel`, { as: man })
  }
})

function pick<T>(from: T[]): T {
  const picked = from[Math.floor(Math.random() * from.length)]
  if (picked === undefined) throw new Error('there is nothing to pick from')
  return picked
}

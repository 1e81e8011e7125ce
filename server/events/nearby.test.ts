import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NearbySchema } from '../../domain/contract.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())

const at = (date: string, from = '10:00', to = '12:00') => ({
  startsAt: ukInstant(date, from),
  endsAt: ukInstant(date, to),
})

async function near(query: string) {
  const { body } = await site.ask('GET', `/api/events/near?${query}`)
  const { events, ...rest } = NearbySchema.parse(body)
  return { ...rest, events: events.map(({ event_name, miles }) => [event_name, miles]) }
}

describe('events near a place', () => {
  beforeAll(async () => {
    const chelmsford = { city: 'Chelmsford', latitude: 51.7356, longitude: 0.4685 }
    const paid = { pricePence: 2500 }
    const free = { pricePence: 0 }
    await site.event({
      name: 'far',
      ...free,
      ...at('2027-01-20'),
      city: 'York',
      postcode: 'YO1 9RL',
    })
    await site.event({
      name: 'later',
      ...free,
      ...at('2027-02-15', '17:30', '20:00'),
      ...chelmsford,
    })
    await site.event({ name: 'sooner', ...paid, ...at('2027-01-30'), ...chelmsford })
    // Without a pin its postcode counts.
    await site.event({
      name: 'next',
      ...free,
      ...at('2027-01-19'),
      city: 'Old',
      postcode: 'CO1 1PJ',
    })
    await site.event({
      name: 'nowhere',
      ...free,
      ...at('2027-01-18'),
      city: 'Atoll',
      postcode: null,
    })
  })

  test('are within 30 miles, nearest first, then soonest', async () => {
    expect(await near('location=CM1%204AB')).toEqual({
      found: 'near',
      place: 'CM1 4AB',
      total: 3,
      events: [
        ['sooner', expect.closeTo(1.5, 0)],
        ['later', expect.closeTo(1.5, 0)],
        ['next', expect.closeTo(21.3, 0)],
      ],
    })
  })

  test('are narrowed by weekday evenings, weekends, price and date', async () => {
    const names = async (query: string) =>
      (await near(`location=cm1&${query}`)).events.map(([name]) => name)
    expect(await names('only=evenings')).toEqual(['later'])
    expect(await names('only=weekends')).toEqual(['sooner'])
    expect(await names('only=evenings,weekends')).toEqual(['sooner', 'later'])
    expect(await names('only=free')).toEqual(['later', 'next'])
    expect(await names('date=next-month')).toEqual(['later'])
  })

  test('are the nearest three where none is near', async () => {
    const { found, events } = await near('location=IV1')
    expect(found).toBe('nearest')
    expect(events.map(([name]) => name)).toEqual(['far', 'next', 'sooner'])
  })

  test('are the nearest three of all where no event matches the choice', async () => {
    const { found, events } = await near('location=CM1&only=evenings&date=today')
    expect(found).toBe('nearest')
    expect(events.map(([name]) => name)).toEqual(['sooner', 'later', 'next'])
  })

  test('are found by the words of their address, or by their own town', async () => {
    expect(await near('location=atoll')).toMatchObject({
      found: 'named',
      events: [['nowhere', null]],
    })
    expect(await near('location=old')).toMatchObject({ found: 'near', place: 'Old' })
  })

  test('are found by a town that only they name, as it is typed', async () => {
    const pin = { latitude: 50.1, longitude: -5.5 }
    await site.event({ name: 'cove', ...at('2027-01-25'), city: "St. Mary's-by Cove", ...pin })
    for (const typed of ['st marys by cove', "ST MARY'S BY-COVE ", 'St.  Mary’s, by Cove']) {
      const { found, place, events } = await near(`location=${encodeURIComponent(typed)}`)
      expect([found, place, events]).toEqual(['near', "St. Mary's-by Cove", [['cove', 0]]])
    }
  })

  test('are the next three where the place is unknown', async () => {
    const { found, place, events } = await near('location=Atlantis')
    expect({ found, place }).toEqual({ found: 'soonest', place: 'atlantis' })
    expect(events.map(([name]) => name)).toEqual(['nowhere', 'next', 'far'])
  })

  test('are found with a slip of the pen, and what was typed is said', async () => {
    const { body } = await site.ask('GET', '/api/events/near?location=Chelmsfrod')
    expect(body).toMatchObject({ found: 'near', place: 'Chelmsford', corrected_from: 'chelmsfrod' })
  })

  test('come with the nearest that can be booked where all that are near are full or for others', async () => {
    const lerwick = { city: 'Lerwick', latitude: 60.15, longitude: -1.15 }
    await site.event({ name: 'full', ...at('2027-01-26'), ...lerwick, places: 0 })
    await site.event({ name: 'closed', ...at('2027-01-13', '08:00', '12:00'), ...lerwick })
    await site.event({ name: 'lodge', ...at('2027-01-27'), ...lerwick, accessCode: 'LODGE' })
    const { body } = await site.ask('GET', '/api/events/near?location=Lerwick')
    expect(body).toMatchObject({ found: 'near', total: 3, nearest_free: { event_name: 'far' } })
    const { events } = await near('location=KW1')
    expect(events.map(([name]) => name)).not.toContain('closed')
    const elsewhere = await site.ask('GET', '/api/events/near?location=CM1')
    expect(elsewhere.body).not.toHaveProperty('nearest_free')
  })

  test('come in pages', async () => {
    expect(await near('location=CM1&page=2')).toMatchObject({ total: 3, events: [] })
  })
})

// The list of events narrowed by month, host, county and free places, and a month of the calendar.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let office: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  office = await site.staff(['office'])
  await add('Leeds', { date: '2027-03-06', host: 'Leeds Lions', county: 'West Yorkshire' })
  await add('Ely', { date: '2027-03-31', host: 'Ely Rotary', county: 'Cambridgeshire' })
  await add('Diss', { date: '2027-04-01', host: 'Ely Rotary', county: 'Norfolk' })
  const none = { date: '2027-03-20', host: 'Bury Lodge', county: 'Suffolk', keptBack: 1 }
  await add('Bury', none)
})
afterAll(() => site.close())

async function add(
  city: string,
  on: { date: string; host: string; county: string; keptBack?: number },
) {
  const { status } = await site.ask('POST', '/api/office/events', {
    as: office,
    body: {
      event_name: city,
      event_date: on.date,
      slot_plan: {
        start: '23:20',
        end: '23:40',
        session_minutes: 20,
        places_per_slot: 1,
        kept_back: on.keptBack ?? 0,
      },
      host_name: on.host,
      city,
      county: on.county,
    },
  })
  expect(status).toBe(201)
}

const get = async (path: string, as = office) => site.ask('GET', `/api/office/${path}`, { as })
const namesOf = async (query: string) => {
  const { body } = await get(`events?tab=draft&${query}`)
  expect(body.total).toBe(body.data.length)
  return body.data.map(({ event_name: name }: { event_name: string }) => name)
}

test('the list is narrowed, and its numbers with it', async () => {
  expect(await namesOf('')).toEqual(['Leeds', 'Bury', 'Ely', 'Diss'])
  expect(await namesOf('host=Ely+Rotary')).toEqual(['Ely', 'Diss'])
  expect(await namesOf('county=Norfolk')).toEqual(['Diss'])
  expect(await namesOf('month=2027-03&host=Ely+Rotary')).toEqual(['Ely'])
  expect(await namesOf('month=2027-04&county=Suffolk')).toEqual([])
  expect((await get('events?month=2027-13')).status).toBe(400)
})

test('the list is in the order of a column, either way round, and an unknown one changes nothing', async () => {
  expect(await namesOf('sort=name')).toEqual(['Bury', 'Diss', 'Ely', 'Leeds'])
  expect(await namesOf('sort=-name')).toEqual(['Leeds', 'Ely', 'Diss', 'Bury'])
  expect((await namesOf('sort=host')).slice(0, 1)).toEqual(['Bury'])
  expect((await namesOf('sort=-host')).slice(0, 1)).toEqual(['Leeds'])
  expect((await namesOf('sort=free')).slice(0, 1)).toEqual(['Bury'])
  expect(await namesOf('sort=password')).toEqual(await namesOf(''))
  const key = Buffer.from('["Bury",1]').toString('base64url')
  expect((await get(`events?tab=draft&sort=free&after=${key}`)).status).toBe(400)
})

test('a month begins and ends at midnight in London, in summer time too', async () => {
  const { body } = await get('event-months/2027-03')
  expect(body.events.map(({ event_name: name }: { event_name: string }) => name)).toEqual([
    'Leeds',
    'Bury',
    'Ely',
  ])
  expect((await get('event-months/2027-3')).status).toBe(400)
  expect((await get('event-months/2027-03', await site.staff(['venue']))).status).toBe(403)
})

test('free places are those that are neither taken nor kept back', async () => {
  expect(await namesOf('free=yes')).toEqual(['Leeds', 'Ely', 'Diss'])
})

test('hosts and counties are offered once each, in order', async () => {
  const { body } = await get('event-choices')
  expect(body).toEqual({
    hosts: ['Bury Lodge', 'Ely Rotary', 'Leeds Lions'],
    counties: ['Cambridgeshire', 'Norfolk', 'Suffolk', 'West Yorkshire'],
  })
})

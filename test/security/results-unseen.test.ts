// What a laboratory found and a clinician decided, looked for in every office answer of other roles.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../domain/office/permissions.ts'
import { fileOf, lineOf, openLaboratory, sampledPeople, upload } from '../app/laboratory.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'

const PLANTED = { value: '177.7731', comment: 'Kestrel remark', outcome: 'haemolysed' }
const WORDS = /7\.7731|Kestrel|haemolysed|"(Red|Amber|Green)"|\b(Red|Amber|Green),/

let site: TestApp
let ids: Record<string, string>
let eventId: number
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  const { labId, event } = await openLaboratory(site, { places: 12 })
  eventId = event.event_id
  const people = await sampledPeople(site, {
    event,
    people: [{ lastName: 'Carter' }, { lastName: 'Smith' }, { lastName: 'Jones' }],
  })
  const clinician = await site.staff(['clinician'])
  const [one, two, three] = people
  if (!one || !two || !three) throw new Error('nobody')
  const bytes = fileOf([
    lineOf(one, { Result: PLANTED.value }),
    lineOf(two, { Result: 'Haemolysed', Units: '' }),
    lineOf(three, { Result: PLANTED.value, DOB: '01/01/1950' }),
  ])
  const { body: imported } = await upload(site, { labId, bytes, as: clinician })
  const commit = `/api/office/result-imports/${imported.id}/commit`
  await site.ask('POST', commit, { as: clinician })
  const list = await site.ask('GET', '/api/office/results?tab=review', { as: clinician })
  const result = list.body.data.find(({ value }: { value: string }) => value === PLANTED.value)
  const url = `/api/office/results/${result.id}`
  const review = { version: result.version, band: 'Green', comment: PLANTED.comment }
  const ready = await site.ask('POST', `${url}/review`, { as: clinician, body: review })
  const body = { version: ready.body.version }
  const released = await site.ask('POST', `${url}/release`, { as: clinician, body })
  if (released.status !== 200) throw new Error(`the release was answered ${released.status}`)
  ids = {
    events: String(eventId),
    days: String(eventId),
    members: String(one.memberId),
    appointments: String(one.appointmentId),
    results: String(result.id),
    labs: String(labId),
    'result-imports': String(imported.id),
  }
})
afterAll(() => site.close())

/** Each path with the ids of what was planted, as JSON and as a file. */
const paths = () =>
  (site.officeRoutes as { method: string; url: string }[])
    // The description of the API names the bands of its fields, and nothing of anybody.
    .filter(({ method, url }) => method === 'GET' && url !== '/api/office/openapi.json')
    .map(({ url }) =>
      url
        .replace(/([\w-]+)\/:\w+/g, (_, room) => `${room}/${ids[room] ?? 1}`)
        .replace(/:\w+/g, '2'),
    )

async function seenBy(as: { cookie: string }): Promise<string[]> {
  const seen: string[] = []
  for (const path of paths())
    for (const accept of ['application/json', 'text/csv'])
      for (const query of ['', `?member_id=${ids.members}&q=Carter`]) {
        const { body } = await site.app.inject({
          url: path + query,
          headers: { cookie: as.cookie, accept, 'sec-fetch-site': 'same-origin' },
        })
        if (WORDS.test(body)) seen.push(path)
      }
  return seen
}

describe.each<Role>(['venue', 'office', 'treasurer', 'admin'])('%s', (role) => {
  test('sees no result in any answer, list or export', async () => {
    expect(await seenBy(await site.staff([role], { eventIds: [eventId] }))).toEqual([])
  })
})

test('a clinician does, so the words are there', async () => {
  expect(await seenBy(await site.staff(['clinician']))).toContain(
    `/api/office/results/${ids.results}`,
  )
})

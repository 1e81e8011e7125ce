import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'

let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  day = await sampledEvent(site, 3)
})
afterAll(() => site.close())

let sequence = 0
const pressOf = (place: number, more: object) => {
  sequence += 1
  return {
    id: randomUUID(),
    device: 'tablet 1',
    sequence,
    at: site.deps.now().toISOString(),
    appointment_id: day.appointments[place],
    type: 'sample',
    tube: newTube(),
    ...more,
  }
}
const address = (what: string) => `/api/office/days/${day.event.event_id}${what}`
async function send(press: object): Promise<string[]> {
  const { body } = await site.ask('POST', address('/actions'), {
    as: day.venue,
    body: { actions: [press] },
  })
  return body.results.map(({ status, code }: { status: string; code: string | null }) => {
    return code ?? status
  })
}
async function samplesOf(place: number) {
  const { body } = await site.ask('GET', address(''), { as: day.venue })
  const person = body.people.find(
    (one: { appointment_id: number }) => one.appointment_id === day.appointments[place],
  )
  return person.presses.filter(({ type }: { type: string }) => type === 'sample')
}

test('a sample carries who took the blood, is repeated with it, and its undo takes it along', async () => {
  const press = pressOf(0, { drawn_by: 'Eva Nurse' })
  expect(await send(press)).toEqual(['applied'])
  expect(await send(press)).toEqual(['repeated'])
  expect(await send({ ...press, drawn_by: 'Tom Helper' })).toEqual(['id_taken'])
  expect(await samplesOf(0)).toMatchObject([{ drawn_by: 'Eva Nurse', undone: null }])
  await send(pressOf(0, { type: 'undo', tube: null, undoes: press.id, reason: 'Another member' }))
  await send(pressOf(0, { tube: press.tube, drawn_by: 'Tom Helper' }))
  expect(await samplesOf(0)).toMatchObject([
    { drawn_by: 'Eva Nurse', undone: {} },
    { drawn_by: 'Tom Helper', undone: null },
  ])
})

test('a press of an older tablet has nobody, and stays the same press', async () => {
  const press = pressOf(1, {})
  expect([await send(press), await send({ ...press, drawn_by: null })].flat()).toEqual([
    'applied',
    'repeated',
  ])
  expect((await samplesOf(1))[0]).not.toHaveProperty('drawn_by')
  const arrival = pressOf(2, { type: 'arrive', tube: null, drawn_by: 'Eva Nurse' })
  expect([await send(arrival), await send(arrival)].flat()).toEqual(['applied', 'repeated'])
})

test('the laboratory form names who took the blood, and the account where nobody said it', async () => {
  const { body } = await site.ask('GET', address(''), { as: day.venue })
  expect(body.staff).toHaveLength(1)
  const office = await site.staff(['office'])
  const response = await site.app.inject({
    url: address('/laboratory-form.csv'),
    headers: { 'sec-fetch-site': 'same-origin', cookie: office.cookie },
  })
  const lines = response.body.trim().split('\n').slice(1)
  expect(lines.map((line) => line.includes('Tom Helper')).toSorted()).toEqual([false, true])
  expect(lines.filter((line) => line.includes(body.staff[0]))).toHaveLength(1)
})

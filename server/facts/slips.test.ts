// H15: tubes of two neighbours are swapped. The number on the slip that each member carries shows it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { slipCodeOf } from '../../domain/office/slips.ts'
import { readTubeCode, tubeCodeOf } from '../../domain/office/tube-code.ts'
import { inspectPdf } from '../../test/app/inspect-pdf.ts'
import { sampledEvent } from '../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>
let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
let lead: Person
let sequence = 0
let label = 4_000_000
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
})
beforeEach(async () => {
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  lead = await site.staff(['office'])
  const labId = await site.lab({ requiresNhsNumber: false })
  if (labId === null) throw new Error('there is no laboratory')
  const body = { version: 1, labels_on_slips: true }
  const changed = await site.ask('PUT', `/api/office/labs/${labId}`, { as: lead, body })
  expect([changed.status, changed.body.labels_on_slips]).toEqual([200, true])
  day = await sampledEvent(site, 2, { labId })
  // Signed in on the day itself.
  lead = await site.staff(['office'])
})
afterAll(() => site.close())

const newLabel = () => {
  label += 1
  return tubeCodeOf(label)
}
async function send(place: number, type: string, more: object = {}) {
  sequence += 1
  const action = {
    id: randomUUID(),
    device: 'tablet 1',
    sequence,
    at: site.deps.now().toISOString(),
    appointment_id: day.appointments[place],
    type,
    ...more,
  }
  const url = `/api/office/days/${day.event.event_id}/actions`
  const { body } = await site.ask('POST', url, { as: day.venue, body: { actions: [action] } })
  return { id: action.id, outcome: [body.results[0].status, body.results[0].code] }
}
const outcomeOf = async (...of: Parameters<typeof send>) => (await send(...of)).outcome
const readDay = async () =>
  (await site.ask('GET', `/api/office/days/${day.event.event_id}`, { as: lead })).body
const personAt = async (place: number) =>
  (await readDay()).people.find(
    (one: { appointment_id: number }) => one.appointment_id === day.appointments[place],
  )

const APPLIED = ['applied', null]
const DIFFERS = ['flagged', 'slip_differs']

describe('a sample', () => {
  test('whose tube has the number of the slip is recorded like any other', async () => {
    const tube = newLabel()
    expect(await outcomeOf(0, 'slip', { slip: slipCodeOf(tube) })).toEqual(APPLIED)
    expect(await outcomeOf(0, 'sample', { tube, slip: slipCodeOf(tube) })).toEqual(APPLIED)
    const { presses, tubes } = await personAt(0)
    expect(tubes).toEqual([tube])
    expect(presses).toMatchObject([
      { type: 'slip', slip: tube },
      { type: 'sample', tube, slip: tube },
    ])
    expect((await readDay()).event.tubes.on_slips).toBe(true)
  })

  test('of swapped neighbours is flagged for both, whether or not the slip was scanned again', async () => {
    const [first, second] = [newLabel(), newLabel()]
    await send(0, 'slip', { slip: slipCodeOf(first) })
    await send(1, 'slip', { slip: slipCodeOf(second) })
    const reason = 'The slip is from the chair beside'
    expect(await outcomeOf(0, 'sample', { tube: second, slip: slipCodeOf(first), reason })).toEqual(
      DIFFERS,
    )
    expect(await outcomeOf(1, 'sample', { tube: first })).toEqual(DIFFERS)
    const { problems } = await readDay()
    expect(problems.map(({ code }: { code: string }) => code)).toEqual([
      'slip_differs',
      'slip_differs',
    ])
  })

  test('with a slip that is somebody else’s is flagged, and no longer once it was undone', async () => {
    const tube = newLabel()
    await send(1, 'slip', { slip: slipCodeOf(tube) })
    const { id, outcome } = await send(0, 'sample', { tube, slip: slipCodeOf(tube) })
    expect(outcome).toEqual(DIFFERS)
    const url = `/api/office/days/${day.event.event_id}/unresolved`
    const open = async () => (await site.ask('GET', url, { as: lead })).body.problems
    expect(await open()).toMatchObject([{ id, code: 'slip_differs', tube }])
    await send(0, 'undo', { undoes: id, reason: 'Not their tube' })
    expect(await open()).toEqual([])
    expect((await personAt(0)).state).not.toBe('sampled')
  })

  test('of a slip that was undone is compared with nothing', async () => {
    const [wrong, right] = [newLabel(), newLabel()]
    const { id } = await send(0, 'slip', { slip: slipCodeOf(wrong) })
    expect(await outcomeOf(0, 'undo', { undoes: id, reason: 'Another pair' })).toEqual(APPLIED)
    expect(await outcomeOf(0, 'sample', { tube: right })).toEqual(APPLIED)
  })
})

describe('a slip', () => {
  test('that is the label of a tube, or no code, is refused', async () => {
    for (const slip of [newLabel(), 'a word', ''])
      expect(await outcomeOf(0, 'slip', { slip })).toEqual(['refused', 'tube_misread'])
  })

  test('that another member has is flagged, as is one that comes after another tube', async () => {
    const tube = newLabel()
    await send(0, 'slip', { slip: slipCodeOf(tube) })
    expect(await outcomeOf(1, 'slip', { slip: slipCodeOf(tube) })).toEqual(DIFFERS)
    await send(0, 'sample', { tube })
    expect(await outcomeOf(0, 'slip', { slip: slipCodeOf(newLabel()) })).toEqual(DIFFERS)
  })

  test('says nothing of what came of the appointment', async () => {
    await send(0, 'slip', { slip: slipCodeOf(newLabel()) })
    expect((await personAt(0)).state).toBe('expected')
  })
})

test('labels are printed in pairs, for the tube and for the slip', async () => {
  const response = await site.app.inject({
    method: 'POST',
    url: `/api/office/days/${day.event.event_id}/labels`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: lead.cookie },
    payload: { layout: 'a4-65', start: 1, copies: 1, count: 3 },
  })
  expect(response.statusCode).toBe(200)
  const pdf = await inspectPdf(response.rawPayload)
  const codes = (await pdf.text(1)).flatMap(({ text }) =>
    /^CH[PS] /.test(text) ? [text.replaceAll(' ', '')] : [],
  )
  expect(codes).toHaveLength(6)
  for (const n of [0, 2, 4]) {
    expect(readTubeCode(codes[n] ?? '')).toBe(codes[n])
    expect(codes[n + 1]).toBe(slipCodeOf(codes[n] ?? ''))
  }
  expect((await pdf.text(1)).filter(({ text }) => text.startsWith('SLIP'))).toHaveLength(3)
})

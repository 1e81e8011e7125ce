import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unresolvedInWords } from '../../../domain/office/day-unresolved.ts'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { press, sendPress } from '../../../test/app/presses.ts'
import { sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
let office: { cookie: string }
let tube = 9000
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  day = await sampledEvent(site, 3)
  office = await site.staff(['office'])
})
afterAll(() => site.close())

const at = (n: number) => ({ event: day.event, as: day.venue, appointment: day.appointments[n] })
const sample = (n: number, more: object = {}) => {
  tube += 1
  return press(site, at(n), 'sample', { tube: tubeCodeOf(tube), ...more })
}
const get = async (url: string, as = office) =>
  (await site.ask('GET', `/api/office${url}`, { as })).body
const unresolved = () => get(`/days/${day.event.event_id}/unresolved`, day.venue)
const sheet = () => get(`/events/${day.event.event_id}/failsafe-sheet`)
const sign = (body: object = {}) =>
  site.ask('POST', `/api/office/events/${day.event.event_id}/failsafe-sheet/signature`, {
    as: office,
    body,
  })

describe('before the day is closed', () => {
  test('nothing is listed of a day without problems', async () => {
    await sample(0)
    const found = await unresolved()
    expect(found).toMatchObject({ problems: [], two_tubes: [], not_done: [], gaps: [] })
    expect(unresolvedInWords(found)).toEqual([])
  })

  test('two tubes, samples without an owner, who is not done and unsent presses are listed', async () => {
    await sample(0, { sequence: 1001, device: 'tablet A' })
    await sample(0, { sequence: 1004, device: 'tablet A' })
    await press(site, at(1), 'arrive')
    const { id: _ } = await sendPress(site, { ...at(2), appointment: 999_999 }, 'sample', {
      tube: tubeCodeOf(9999),
    })
    const found = await unresolved()
    const [first, second] = [tubeCodeOf(tube - 1), tubeCodeOf(tube)]
    expect(found.two_tubes).toMatchObject([
      { appointment_id: day.appointments[0], tubes: [first, second] },
    ])
    expect(found.samples_without_owner).toEqual([tubeCodeOf(9999)])
    expect(found.not_done).toMatchObject([{ appointment_id: day.appointments[1] }])
    expect(found.gaps).toEqual([{ device: 'tablet A', missing: 2 }])
    expect(found.problems).toHaveLength(2)
    const words = unresolvedInWords(found).join('\n')
    for (const part of [
      `${first} and ${second}`,
      'Samples without an owner',
      'neither a sample',
      '2 things',
      '2 actions are missing',
    ])
      expect(words).toContain(part)

    const { days_to_look_at: days } = await get('/today')
    expect(days).toContainEqual(
      expect.objectContaining({ event_id: day.event.event_id, problems: 2 }),
    )
    expect(await get(`/events/${day.event.event_id}/to-do`)).toMatchObject({ problems: 2 })
  })
})

test('two tubes of which one was undone since are open neither at the door nor before the closing', async () => {
  await sample(0)
  const second = await sample(0)
  expect((await unresolved()).problems).toHaveLength(1)
  await press(site, at(0), 'undo', { undoes: second, reason: 'The tube of the neighbour' })
  expect(await unresolved()).toMatchObject({ problems: [], two_tubes: [] })
})

describe('the failsafe sheet', () => {
  test('counts tubes beside people, and names those that are behind', async () => {
    await sample(0)
    await sample(0)
    await sample(1)
    const { sampled, tubes, tubes_behind: behind, at_the_door: door } = await sheet()
    expect(sampled).toBe(2)
    expect(tubes).toEqual({ taken: 3, on_form: null, received: 0, with_result: 0 })
    expect(behind).toHaveLength(3)
    expect(behind[0]).toMatchObject({ lacks: ['laboratory', 'result'] })
    expect(door).toBeGreaterThan(0)
    expect(JSON.stringify(behind)).not.toMatch(/Green|Amber|Red|band/)
  })

  test('is signed with an explanation while numbers differ or the door has open problems', async () => {
    await press(site, at(0), 'not_sampled', { reason: 'declined' })
    await press(site, at(0), 'arrive')
    await press(site, at(0), 'arrive')
    site.moveTo(ukInstant(day.event.event_date, '12:00'))
    office = await site.staff(['office'])
    await closeDay(site, day.event.event_id, office)
    expect(await sheet()).toMatchObject({ can_be_signed: true, needs_explanation: true })
    const refused = await sign()
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    const signed = await sign({ explanation: 'One press came twice.' })
    expect(signed.status).toBe(200)
    expect(signed.body.signatures).toMatchObject([{ explanation: 'One press came twice.' }])
  })
})

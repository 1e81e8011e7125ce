// After how many days a result is late is the laboratory's own number.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openReviews } from '../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { chaseLoops } from '../care/task-list/chase-loops.ts'

/** A Monday after the event, before the change to summer time. */
const MONDAY = new Date('2027-03-22T09:00:30Z')
let site: TestApp
let opened: Awaited<ReturnType<typeof openReviews>>
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  opened = await openReviews(site, { people: [{ lastName: 'Carter' }], at: MONDAY })
})
afterAll(() => site.close())

async function setDays(days: number): Promise<number> {
  const as = await site.staff(['office'])
  const { body } = await site.ask('GET', '/api/office/labs', { as })
  const { version } = body.data.find((lab: { lab_id: number }) => lab.lab_id === opened.labId)
  const change = { version, result_days: days }
  const url = `/api/office/labs/${opened.labId}`
  return (await site.ask('PUT', url, { as, body: change })).status
}

async function receive(): Promise<void> {
  const as = await site.staff(['office'])
  const url = `/api/office/events/${opened.event.event_id}/failsafe-sheet/receipt`
  expect((await site.ask('POST', url, { as })).status).toBe(200)
}

async function atLab() {
  const { rows } = await site.deps.database.pool.query(
    `select due_at, next_step_at, escalated_to from care_loops
      where kind = 'lab_to_result' and closed_at is null and appointment_id = $1`,
    [opened.people[0]?.appointmentId],
  )
  return rows[0]
}

async function roundAt(moment: string): Promise<void> {
  site.moveTo(new Date(moment))
  await chaseLoops(site.deps, (error) => {
    throw error
  })
}

describe('a result is late', () => {
  test('after 14 days at a laboratory of which nobody said so', async () => {
    await receive()
    expect(await atLab()).toMatchObject({ due_at: new Date('2027-04-05T08:00:00Z') })
  })

  test('after the days of its laboratory, when the office is asked too', async () => {
    expect(await setDays(5)).toBe(200)
    await receive()
    const due = new Date('2027-03-27T09:00:00Z')
    expect(await atLab()).toEqual({ due_at: due, next_step_at: due, escalated_to: null })
    await roundAt('2027-03-27T08:59:59Z')
    expect(await atLab()).toMatchObject({ escalated_to: null })
    await roundAt('2027-03-27T09:00:00Z')
    expect(await atLab()).toEqual({ due_at: due, next_step_at: null, escalated_to: 'office' })
  })

  test('at the new time for samples that are there already, whose step is taken once', async () => {
    await receive()
    expect(await setDays(3)).toBe(200)
    const due = new Date('2027-03-25T09:00:00Z')
    expect(await atLab()).toEqual({ due_at: due, next_step_at: due, escalated_to: null })
    await roundAt('2027-03-25T09:00:00Z')
    expect(await setDays(20)).toBe(200)
    const later = new Date('2027-04-11T08:00:00Z')
    expect(await atLab()).toEqual({ due_at: later, next_step_at: null, escalated_to: 'office' })
  })

  test('and the days are from 1 to 90', async () => {
    for (const wrong of [0, 91, 2.5]) expect(await setDays(wrong)).toBe(400)
  })
})

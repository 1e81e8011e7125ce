// A helper uses up no tube numbers of other events.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'
import { pressOf } from '../../../test/app/walk-ins.ts'
import { addLabelBatch } from '../tubes/labels.queries.ts'

type Day = Awaited<ReturnType<typeof sampledEvent>>
type Person = Awaited<ReturnType<TestApp['staff']>>
const START = new Date('2027-01-12T09:00:00Z')
const APPLIED = ['applied', null]
const OTHER_LABEL = ['flagged', 'label_not_of_day']

let site: TestApp
let day: Day
let lead: Person
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  day = await sampledEvent(site, 3)
  lead = await site.staff(['office'])
})
afterAll(() => site.close())

async function send(of: Day, presses: ReturnType<typeof pressOf>[], as: Person = of.venue) {
  const { body } = await site.ask('POST', `/api/office/days/${of.event.event_id}/actions`, {
    as,
    body: { actions: presses },
  })
  return body.results.map(({ status, code }: { status: string; code: string | null }) => [
    status,
    code,
  ])
}
const sample = (of: Day, place: number, tube: string, more: object = {}) =>
  pressOf('sample', site.deps.now(), { appointment_id: of.appointments[place], tube, ...more })
const owned = async (tube: string) => {
  const { rows } = await site.deps.database.pool.query(
    'select appointment_id::int as id from tubes where code = $1 order by id',
    [tube],
  )
  return rows.map(({ id }) => id)
}
function anotherDay(members: number): Promise<Day> {
  site.moveTo(START)
  return sampledEvent(site, members)
}
async function labels(of: Day, count: number): Promise<string[]> {
  const { rows } = await site.deps.database.pool.query('select min(id)::int as id from staff')
  const { numbers } = await site.deps.database.transaction((tx) =>
    addLabelBatch(tx, {
      eventId: of.event.event_id,
      count,
      printedAt: START,
      printedBy: rows[0].id,
    }),
  )
  return numbers.map(tubeCodeOf)
}

test('labels of another event that a helper scans stay with their event', async () => {
  const other = await anotherDay(1)
  const [label = ''] = await labels(other, 3)
  await labels(day, 1)
  expect(await send(day, [sample(day, 0, label)])).toEqual([OTHER_LABEL])
  expect(await owned(label)).toEqual([])
  expect(await send(other, [sample(other, 0, label)])).toEqual([APPLIED])
  expect(await owned(label)).toEqual([other.appointments[0]])
})

test('a label of another event is still on one tube of this event only', async () => {
  const other = await anotherDay(1)
  const [label = ''] = await labels(other, 1)
  const scanned = [sample(day, 0, label), sample(day, 1, label)]
  expect(await send(day, scanned)).toEqual([OTHER_LABEL, ['refused', 'tube_taken']])
})

test('a label of another event is seen by the lead also beside another flag', async () => {
  const other = await anotherDay(1)
  const [label = ''] = await labels(other, 1)
  const presses = [sample(day, 0, newTube()), sample(day, 0, label)]
  expect((await send(day, presses))[1]).toEqual(['flagged', 'already_sampled'])
  const { rows } = await site.deps.database.pool.query(
    'select also from attendance_actions where action_id = $1',
    [presses[1]?.id],
  )
  expect(rows).toEqual([{ also: ['label_not_of_day'] }])
  expect(await owned(label)).toEqual([])
})

test('a press that is refused owns no tube', async () => {
  const tube = newTube()
  const other = await anotherDay(1)
  const stranger = { ...sample(day, 0, tube), appointment_id: other.appointments[0] }
  expect(await send(day, [stranger])).toEqual([['refused', 'not_of_this_event']])
  const four = Array.from({ length: 4 }, () => newTube())
  const answers = await send(
    day,
    four.map((code) => sample(day, 0, code)),
  )
  expect(answers.at(-1)).toEqual(['refused', 'too_many_tubes'])
  expect(await Promise.all([tube, ...four].map(owned))).toEqual([
    [],
    ...Array(3).fill([day.appointments[0]]),
    [],
  ])
})

test('an appointment has three tubes, and a fourth once a lead has undone one', async () => {
  const tubes = Array.from({ length: 5 }, () => newTube())
  const presses = tubes.slice(0, 3).map((tube) => sample(day, 0, tube))
  await send(day, presses)
  const undo = { appointment_id: day.appointments[0], reason: 'Not theirs' }
  const [first, second] = presses.map(({ id: undoes }) =>
    pressOf('undo', site.deps.now(), { ...undo, undoes }),
  )
  const fourth = () => sample(day, 0, tubes[3] ?? '')
  if (!first || !second) throw new Error('no presses')
  expect(await send(day, [first, fourth()])).toEqual([APPLIED, ['refused', 'too_many_tubes']])
  await send(day, [second], lead)
  expect(await send(day, [fourth()])).toEqual([['flagged', 'already_sampled']])
})

test('a tube is free for anybody of the event after the undo of a lead only', async () => {
  const [tube, freed] = [newTube(), newTube()]
  const [by, byLead] = [sample(day, 0, tube), sample(day, 0, freed)]
  await send(day, [by, byLead])
  const undo = { appointment_id: day.appointments[0], reason: 'A slip' }
  await send(day, [pressOf('undo', site.deps.now(), { ...undo, undoes: by.id })])
  await send(day, [pressOf('undo', site.deps.now(), { ...undo, undoes: byLead.id })], lead)
  expect(await send(day, [sample(day, 1, tube), sample(day, 2, freed)])).toEqual([
    ['refused', 'tube_taken'],
    APPLIED,
  ])
  expect(await owned(freed)).toEqual([day.appointments[0], day.appointments[2]])
})

test('numbers of a batch are random, and none that is on a tube is printed', async () => {
  const numbers = (await labels(day, 200)).map((code) => Number(code.slice(3, -1)))
  expect(new Set(numbers).size).toBe(200)
  const next = numbers.filter((number) => numbers.includes(number + 1))
  expect(next.length).toBeLessThan(5)
  expect(Math.max(...numbers) - Math.min(...numbers)).toBeGreaterThan(1_000_000)
})

test('a hundred samples of a person within an hour, over all requests', async () => {
  const days: Day[] = []
  for (let count = 0; count < 6; count++) days.push(await anotherDay(6))
  const helper = await site.staff(['venue'], {
    eventIds: days.map(({ event: { event_id: id } }) => id),
  })
  let recorded = 0
  for (const each of days) {
    const presses = each.appointments.flatMap((_, place) =>
      [1, 2, 3].map(() => sample(each, place, newTube())),
    )
    const answers = await send(each, presses, helper)
    recorded += answers.filter(([, code]: string[]) => code !== 'too_many_samples').length
  }
  expect(recorded).toBe(100)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReviews, type SampledPerson } from '../../test/app/laboratory.ts'
import { importOne, type Reviews, releaseOne } from '../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { newTube } from '../../test/app/tubes.ts'

let site: TestApp
let reviews: Reviews
let person: SampledPerson
let lead: Awaited<ReturnType<TestApp['staff']>>
let sequence = 1_000
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
})
beforeEach(async () => {
  reviews = await openReviews(site, { people: [{ firstName: 'Wren' }] })
  const [first] = reviews.people
  if (!first) throw new Error('nobody was sampled')
  person = first
  lead = await site.staff(['office'])
  minutesLater(10)
})
afterAll(() => site.close())

function minutesLater(minutes: number) {
  site.moveTo(new Date(site.deps.now().getTime() + minutes * 60_000))
}
async function press(type: string, more: object) {
  sequence += 1
  const id = randomUUID()
  const { status, body } = await site.ask(
    'POST',
    `/api/office/days/${reviews.event.event_id}/actions`,
    {
      as: lead,
      body: {
        actions: [
          {
            id,
            device: 'tablet',
            sequence,
            at: site.deps.now().toISOString(),
            appointment_id: person.appointmentId,
            type,
            ...more,
          },
        ],
      },
    },
  )
  expect([status, body.results[0].status]).not.toContain('refused')
  return id
}
async function rows<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await site.deps.database.pool.query<T>(text, values)).rows
}
const firstSample = async () =>
  (
    await rows<{ id: string }>(
      `select action_id as id from attendance_actions where appointment_id = $1 and type = 'sample'
        order by id limit 1`,
      person.appointmentId,
    )
  )[0]?.id
/** Kinds of open tasks, with what each is about. */
const open = async () =>
  (
    await rows<{ kind: string; about: string }>(
      `select kind, case when result_id is not null then 'result' when lab_result_id is not null
          then 'report' else 'appointment' end as about
        from care_loops where closed_at is null and appointment_id = $1
          and kind in ('sample_undone', 'two_tubes', 'tell_laboratory') order by kind`,
      person.appointmentId,
    )
  ).map(({ kind, about }) => `${kind} of ${about}`)
const undoFirst = async () =>
  press('undo', { undoes: await firstSample(), reason: 'The tube was the neighbour’s' })

test('an undo with the result in review opens a task of a clinician, until the tube is theirs again', async () => {
  await importOne(site, reviews, person)
  await undoFirst()
  expect(await open()).toEqual(['sample_undone of report'])
  await press('sample', { tube: newTube() })
  expect(await open()).toEqual(['sample_undone of report'])
  await press('sample', { tube: person.tube })
  expect(await open()).toEqual(['sample_undone of report', 'two_tubes of appointment'])
  const samples = await rows<{ id: string }>(
    `select s.action_id as id from attendance_actions s where s.appointment_id = $1
      and s.type = 'sample' and not exists (select from attendance_actions u where u.undoes = s.action_id)`,
    person.appointmentId,
  )
  await press('both_theirs', { samples: samples.map(({ id }) => id), reason: 'drawn twice' })
  expect(await open()).toEqual([])
})

test('an undo after the release opens a task of a clinician about the released result', async () => {
  await releaseOne(site, reviews, { person, band: 'Green' })
  await undoFirst()
  expect(await open()).toEqual(['sample_undone of result'])
})

test('a second sample after the report opens tasks, and its undo leaves the report with a clinician', async () => {
  await importOne(site, reviews, person)
  const second = await press('sample', { tube: newTube() })
  expect(await open()).toEqual(['sample_undone of report', 'two_tubes of appointment'])
  await press('undo', { undoes: second, reason: 'not theirs' })
  expect(await open()).toEqual(['sample_undone of report'])
})

test('an undo before any report opens no task of a clinician', async () => {
  await undoFirst()
  expect(await open()).toEqual([])
  const tube = newTube()
  await press('sample', { tube })
  await importOne(site, reviews, { ...person, tube })
  await press('arrive', {})
  expect(await open()).toEqual([])
})

test('the office rings the laboratory when a form lists a tube that was taken back since', async () => {
  const url = `/api/office/days/${reviews.event.event_id}/laboratory-form.csv`
  const headers = { cookie: lead.cookie }
  const form = await site.app.inject({ method: 'GET', url, headers })
  expect(form.statusCode).toBe(200)
  minutesLater(5)
  await undoFirst()
  expect(await open()).toEqual(['tell_laboratory of appointment'])
  await press('sample', { tube: person.tube })
  expect(await open()).toEqual([])
})

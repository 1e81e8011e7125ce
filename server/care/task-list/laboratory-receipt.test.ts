// The laboratory's list of tubes beside ours.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { recordSample, sampledEvent, undoSample } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())

let last = 500
/** A day with a sample of each of so many members. */
async function dayOf(members: number) {
  site.moveTo(START)
  const day = await sampledEvent(site, members)
  clerk = await site.staff(['office'])
  const taken = []
  for (const appointment of day.appointments) {
    last += 1
    const tube = tubeCodeOf(last)
    const id = await recordSample(site, { ...day, appointment, tube })
    taken.push({ tube, appointment, id })
  }
  const url = `/api/office/events/${day.event.event_id}/laboratory-receipt`
  const ask = (body: object, as = clerk) => site.ask('POST', url, { as, body })
  const preview = async (codes: string[]) =>
    (await ask({ dry_run: true, text: codes.join('\n') })).body
  const record = async (codes: string[]) =>
    ask({ dry_run: false, text: codes.join('\n'), shown: (await preview(codes)).shown })
  const tasks = async () =>
    (
      await site.deps.database.pool.query(
        `select appointment_id::int as appointment, kind, due_at <= $2 as overdue from care_loops
          where closed_at is null and kind in ('sample_to_lab', 'lab_to_result')
            and appointment_id = any($1) order by appointment_id`,
        [day.appointments, site.deps.now()],
      )
    ).rows
  return { ...day, taken, ask, preview, record, tasks }
}
const tubesOf = (rows: { tube: string }[]) => rows.map(({ tube }) => tube)

test('what is on both lists is received, what the laboratory lacks is overdue, what we lack is named', async () => {
  const other = await dayOf(1)
  const day = await dayOf(3)
  const [a, b, c] = day.taken
  await undoSample(site, { ...day, appointment: c?.appointment, undoes: c?.id ?? '' })
  const foreign = other.taken[0]?.tube ?? ''
  const codes = [a?.tube ?? '', c?.tube ?? '', foreign, tubeCodeOf(9_000_000), 'CHP123']
  const compared = await day.preview(codes)
  expect(compared).toMatchObject({
    received: 1,
    newly_received: 1,
    missing: [{ tube: b?.tube }],
    extra: [
      { tube: c?.tube, reason: 'undone' },
      { tube: foreign, reason: 'other_event', event_name: 'Colchester PSA screening' },
      { tube: tubeCodeOf(9_000_000), reason: 'unknown', event_name: null },
    ],
    unreadable: ['CHP123'],
  })
  expect(await day.tasks()).toMatchObject([{ overdue: false }, { overdue: false }])
  expect((await day.record(codes)).status).toBe(200)
  expect(await day.tasks()).toEqual([
    { appointment: a?.appointment, kind: 'lab_to_result', overdue: false },
    { appointment: b?.appointment, kind: 'sample_to_lab', overdue: true },
  ])
  // The list comes once more, with the tube that was found.
  const later = await day.preview([a?.tube ?? '', b?.tube ?? ''])
  expect([later.received, later.newly_received, tubesOf(later.missing)]).toEqual([2, 1, []])
  await day.record([a?.tube ?? '', b?.tube ?? ''])
  expect((await day.tasks()).map(({ kind }) => kind)).toEqual(['lab_to_result', 'lab_to_result'])
})

test('a tube that was marked as received and is not listed is a result that is overdue', async () => {
  const day = await dayOf(2)
  const codes = tubesOf(day.taken)
  await day.record(codes)
  await day.record(codes.slice(1))
  expect((await day.tasks()).map(({ overdue }) => overdue)).toEqual([true, false])
})

test('is refused to others, for a list that has changed and for an event that is not there', async () => {
  const day = await dayOf(1)
  const codes = tubesOf(day.taken)
  const text = codes.join('\n')
  const { shown } = await day.preview(codes)
  expect((await day.ask({ dry_run: true, text }, day.venue as typeof clerk)).status).toBe(403)
  expect((await day.ask({ dry_run: true, text: ' ' })).status).toBe(400)
  const old = await day.ask({ dry_run: false, text: tubeCodeOf(7), shown })
  expect(old.body.code).toBe('preview_outdated')
  const path = '/api/office/events/999999/laboratory-receipt'
  const gone = await site.ask('POST', path, { as: clerk, body: { dry_run: true, text } })
  expect(gone.status).toBe(404)
})

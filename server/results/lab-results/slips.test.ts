// A tube that disagrees with a slip at the door (H15) never matches by itself, and its result waits.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  fileOf,
  lineOf,
  openResult,
  openReviews,
  type SampledPerson,
  upload,
} from '../../../test/app/laboratory.ts'
import { importOne, pressOn, type Reviews } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let reviews: Reviews
let own: SampledPerson
let neighbour: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const at = new Date('2027-02-01T09:00:00Z')
  const people = [{ lastName: 'Stern' }, { lastName: 'Wren' }]
  reviews = await openReviews(site, { people, at })
  own = reviews.people[0] as SampledPerson
  neighbour = reviews.people[1] as SampledPerson
})
afterAll(() => site.close())

/** As a tablet sends it late: the member had the slip of this tube. */
async function giveSlip({ appointmentId }: SampledPerson, slip: string): Promise<void> {
  await site.deps.database.pool.query(
    `insert into attendance_actions (action_id, event_id, appointment_id, type, at, device, sequence,
        slip, status, staff_id, recorded_at)
      select $2, event_id, appointment_id, 'slip', at - interval '20 minutes', 'x', 1, $3, 'applied',
          staff_id, at
        from attendance_actions where appointment_id = $1 and type = 'sample'`,
    [appointmentId, randomUUID(), slip],
  )
}
const press = (result: { id: number; version: number }, path: string, body: object = {}) =>
  site.ask('POST', `/api/office/results/${result.id}/${path}`, {
    as: reviews.clinician,
    body: { version: result.version, ...body },
  })

test('the rows of swapped neighbours wait for a person, each with that reason', async () => {
  await giveSlip(own, neighbour.tube)
  await giveSlip(neighbour, own.tube)
  const bytes = fileOf([lineOf(own), lineOf(neighbour)])
  const { body } = await upload(site, { labId: reviews.labId, bytes, as: reviews.clinician })
  const url = `/api/office/result-imports/${body.id}/rows`
  const { body: rows } = await site.ask('GET', url, { as: reviews.clinician })
  const stated = rows.data.map(({ state, reason }: Record<string, string>) => [state, reason])
  expect(stated).toEqual([
    ['quarantined', 'slip_differs'],
    ['quarantined', 'slip_differs'],
  ])
})

test('a row without a tube waits too', async () => {
  await giveSlip(own, neighbour.tube)
  const bytes = fileOf([lineOf(own, { Barcode: '' })])
  const { body } = await upload(site, { labId: reviews.labId, bytes, as: reviews.clinician })
  const url = `/api/office/result-imports/${body.id}/rows`
  const { body: rows } = await site.ask('GET', url, { as: reviews.clinician })
  expect(rows.data[0]).toMatchObject({ state: 'quarantined', reason: 'slip_differs' })
})

test('the slip of the same tube says nothing against it', async () => {
  await giveSlip(own, own.tube)
  const result = await importOne(site, reviews, own)
  expect(result.holds).toEqual([])
})

test('a result that was there before the slip came is held until a clinician compared it', async () => {
  const result = await importOne(site, reviews, own)
  await giveSlip(neighbour, own.tube)
  const held = await openResult(site, result.id, reviews.clinician)
  expect(held.holds).toMatchObject([{ kind: 'slip_differs', tube: own.tube }])
  expect(held.holds[0]?.by).toBeTruthy()
  expect((await press(held, 'review', { band: 'Green' })).body.code).toBe('result_held')
  const body = { note: 'Both were rung: each remembers the chair' }
  const compared = await pressOn(site, {
    result: held,
    path: 'same-person',
    as: reviews.clinician,
    body,
  })
  expect(compared.holds).toEqual([])
  expect((await press(compared, 'review', { band: 'Green' })).status).toBe(200)
})

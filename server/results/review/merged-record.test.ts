// A result of a record that was merged into another waits until a clinician said whose the blood is.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openResult, openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { importOne, pressOn } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { isReadBy } from '../../facts/readers.queries.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

test('a result of a merged record is held, and the kept member reads it once it was compared', async () => {
  const at = new Date('2027-02-01T09:00:00Z')
  const reviews = await openReviews(site, { people: [{ lastName: 'Wren' }], at })
  const person = reviews.people[0] as SampledPerson
  const { clinician: as } = reviews
  const imported = await importOne(site, reviews, person)
  const body = { band: 'Green', comment: 'All well' }
  const ready = await pressOn(site, { result: imported, path: 'review', as, body })
  const { firstName, lastName, dateOfBirth } = person
  const kept = await site.member({ firstName, lastName, dateOfBirth })
  const admin = await site.staff(['admin'])
  const merged = await mergeByAdmin(site, { keptId: kept.id, mergedId: person.memberId, as: admin })
  expect(merged.status).toBe(200)

  const held = await openResult(site, ready.id, as)
  expect([held.holds, held.person.is_merged]).toMatchObject([[{ kind: 'merged' }], true])
  const press = (result: { version: number }, path: string, more: object = {}) =>
    site.ask('POST', `/api/office/results/${ready.id}/${path}`, {
      as,
      body: { version: result.version, ...more },
    })
  expect((await press(held, 'release')).body.code).toBe('result_held')
  const compared = await press(held, 'same-person', { note: 'One passport, both addresses' })
  expect(compared.body.holds).toEqual([])
  expect((await press(compared.body, 'release')).body.holds).toEqual([])
  const { rows } = await site.deps.database.db.execute<{ mine: boolean }>(
    sql`select ${isReadBy(kept.id)} as mine from results
      where appointment_id = ${person.appointmentId}`,
  )
  expect(rows).toEqual([{ mine: true }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReviews } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, type Reviews } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { sealStates } from './seal-states.ts'

const NOW = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let reviews: Reviews
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
  const people = [{ lastName: 'Amber' }, { lastName: 'Redman' }]
  reviews = await openReviews(site, { people, at: NOW })
})
afterAll(() => site.close())

const pool = () => site.deps.database.pool
const shown = async () => {
  const { rows } = await pool().query(`select state, octet_length(sealed_state) as size
    from lab_results order by id`)
  return rows
}
async function reviewed(name: string, band: string) {
  const person = reviews.people.find(({ lastName }) => lastName === name)
  if (!person) throw new Error(`${name} was not sampled`)
  const result = await importOne(site, reviews, person)
  const body = { band, comment: 'Please read this.', retest_months: 12, ring_first: true }
  return pressOn(site, { result, path: 'review', as: reviews.clinician, body })
}

test('which review or call a result waits for is sealed, also where it was stored in clear', async () => {
  const amber = await reviewed('Amber', 'Amber')
  const red = await reviewed('Redman', 'Red')
  expect([amber.state, red.state]).toEqual(['ring first', 'second'])
  const sealed = await shown()
  expect(sealed).toEqual([
    { state: 'ready', size: expect.any(Number) },
    { state: 'review', size: sealed[0].size },
  ])
  for (const { id, state } of [amber, red])
    await pool().query('update lab_results set state = $2, sealed_state = null where id = $1', [
      id,
      state,
    ])
  await sealStates(site.deps)
  expect(await shown()).toEqual(sealed)
  const states = await Promise.all(
    [amber, red].map(async ({ id }) => {
      const url = `/api/office/results/${id}`
      return (await site.ask('GET', url, { as: reviews.clinician })).body.state
    }),
  )
  expect(states).toEqual(['ring first', 'second'])
})

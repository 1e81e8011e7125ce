import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, readOwnResults, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { lostPeople, openKinds } from '../../../test/care-loops/loop-invariants.queries.ts'
import { chaseLoops } from './chase-loops.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')

let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
})
afterAll(() => site.close())

test('what is open at each step from the tube to the recall is a loop, each once', async () => {
  const names = ['Atlab', 'Review', 'Second', 'Ready', 'Unread', 'Reader']
  const people = names.map((lastName) => ({ lastName }))
  const reviews = await openReviews(site, { people, at: MONDAY })
  const [, review, second, ready, unread, read] = reviews.people as SampledPerson[]
  if (!review || !second || !ready || !unread || !read) throw new Error('somebody is missing')
  await importOne(site, reviews, review)
  const as = reviews.clinician
  const found = { result: await importOne(site, reviews, second), path: 'review', as }
  await pressOn(site, { ...found, body: { band: 'Red' } })
  const good = { result: await importOne(site, reviews, ready), path: 'review', as }
  await pressOn(site, { ...good, body: { band: 'Green' } })
  await releaseOne(site, reviews, { person: unread, band: 'Red' })
  await releaseOne(site, reviews, { person: read, band: 'Green', retest_months: 12 })
  await readOwnResults(site, read.memberId)

  const { pool } = site.deps.database
  const all = async () =>
    Promise.all(reviews.people.map(async ({ memberId }) => await openKinds(pool, memberId)))
  await chaseLoops(site.deps, (error) => {
    throw error
  })
  expect(await all()).toEqual([
    ['sample_to_lab'],
    ['result_to_review'],
    ['second_review'],
    ['review_to_release'],
    ['released_to_read', 'gp_told'],
    ['recall'],
  ])
  expect(await lostPeople(pool, site.deps.now())).toEqual([])
})

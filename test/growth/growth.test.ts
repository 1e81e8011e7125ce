// A hundredth of the history; growth.long.test.ts has the rest.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../app/test-app.ts'
import { grownBeyond, openGrownSite, preferIndexes, readCounts, timeRounds } from './growth.ts'
import { dropIndex, sizeOf } from './history.queries.ts'

let empty: TestApp
let grown: TestApp
beforeAll(async () => {
  empty = await openGrownSite(null)
  grown = await openGrownSite(sizeOf(1 / 100))
  for (const site of [empty, grown]) await timeRounds(site)
})
beforeEach(() => Promise.all([preferIndexes(empty), preferIndexes(grown)]))
afterAll(async () => {
  await empty.close()
  await grown.close()
})

test('no round, page or booking reads more rows after years of bookings', async () => {
  const [before, after] = [await readCounts(empty), await readCounts(grown)]
  expect(grownBeyond(before, after)).toEqual([])
})

test.each([
  ['results_by_release', 'sendNotices'],
  ['retests_by_day', 'remindOfTests'],
  ['ledger_entries_by_payment', 'GET /api/my-data'],
])('without the index %s, %s does', async (index, name) => {
  const before = await readCounts(empty)
  await dropIndex(grown.owner, index)
  const after = await readCounts(grown)
  expect(grownBeyond(before, after).join()).toContain(name)
})

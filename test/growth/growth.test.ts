// A small part of the history; growth.long.test.ts has the rest.
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { TestApp } from '../app/test-app.ts'
import { grownBeyond, openGrownSite, preferIndexes, readCounts, timeRounds } from './growth.ts'
import { dropIndex, sizeOf } from './history.queries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    isQuick: boolean
  }
}

const SIZE = sizeOf(inject('isQuick') ? 1 / 400 : 1 / 100)
let empty: TestApp
let grown: TestApp
beforeAll(async () => {
  ;[empty, grown] = await Promise.all([openGrownSite(null), openGrownSite(SIZE)])
  await Promise.all([empty, grown].map(timeRounds))
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

test('without their indexes some of them do', async () => {
  const before = await readCounts(empty)
  for (const index of ['retests_by_day', 'ledger_entries_by_payment'])
    await dropIndex(grown.owner, index)
  const names = grownBeyond(before, await readCounts(grown)).map((line) => line.split(':')[0])
  expect(names.toSorted()).toEqual([
    'GET /api/appointments/upcoming-appointments/user/{id}',
    'GET /api/my-data',
    'GET /api/office/payments?q=Quartz',
    'GET /api/office/search?q=Quartz',
    'PUT /api/appointments/{id}/cancel',
    'remindOfTests',
  ])
})

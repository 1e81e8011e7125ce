// WAITS sets the count; SEED=n, printed with each failure, repeats a schedule: npm run test:long
// -- WAITS=1 SEED=4711 waiting-list
import { expect, test } from 'vitest'
import { playAndPrint } from '../app/schedules.ts'
import { SEED } from '../app/seeded.ts'
import { playWaiting } from './waiting-list.ts'

const COUNT = Number(process.env.WAITS ?? 5_000)

test('whatever members do, the last places go to the first who waits', async () => {
  const which = { count: COUNT, seed: SEED }
  const what = 'interleavings about a waiting list'
  const { played, broken } = await playAndPrint(what, which, playWaiting)
  expect(broken).toEqual([])
  expect(played).toBe(COUNT)
})

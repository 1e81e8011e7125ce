// WAITS says how many; SEED=n, printed with each failure, repeats a schedule:
//   npm run test:long -- WAITS=1 SEED=4711 waiting-list
import { expect, test } from 'vitest'
import { seedFrom } from '../test-app/seeded.ts'
import { playWaiting } from './interleavings.ts'

const COUNT = Number(process.env.WAITS ?? 5_000)

test('whatever men do about the last places, they go to who waits first', async () => {
  const seed = seedFrom(process.env.SEED)
  const begun = Date.now()
  const { played, answers, broken } = await playWaiting({ count: COUNT, seed })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  const sorts = Object.entries(answers)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([answer, count]) => `${answer} ${count}`)
  console.log(
    `${played} interleavings about a waiting list from SEED=${seed}: ${broken.length} broken promises, ${seconds} s (${sorts.join(', ')})`,
  )
  expect(broken).toEqual([])
  expect(played).toBe(COUNT)
})

// DAYS sets the number of schedules; schedules.test.ts runs a few, and the twin.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { runSchedules } from './schedules.ts'

const COUNT = Number(process.env.DAYS ?? 10_000)

test('two tablets that send at random', async () => {
  const begun = Date.now()
  const broken = await runSchedules({ count: COUNT, seed: SEED })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  console.log(`${COUNT} schedules of a day (seed ${SEED}): ${broken.length} broken, ${seconds} s`)
  expect(broken).toEqual([])
})

// More schedules: schedules.long.test.ts.
import { expect, test } from 'vitest'
import { seedFrom } from '../app/seeded.ts'
import { runSchedules } from './schedules.ts'

const seed = seedFrom(process.env.SEED)

test(`two tablets that send at random lose and repeat nothing, seed ${seed}`, async () => {
  expect(await runSchedules({ count: 8, seed })).toEqual([])
})

test('they do, where a press gets another id each time it is sent', async () => {
  const broken = await runSchedules({ count: 8, seed: 1, newIds: true })
  expect(broken.join('; ')).toMatch(/presses became \d+ rows/)
})

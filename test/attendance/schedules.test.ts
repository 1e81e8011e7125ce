// More schedules: schedules.long.test.ts.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { runSchedules } from './schedules.ts'

test(`two tablets that send at random lose and repeat nothing, seed ${SEED}`, async () => {
  expect(await runSchedules({ count: 8, seed: SEED })).toEqual([])
})

test('they do, where a press gets another id each time it is sent', async () => {
  const broken = await runSchedules({ count: 8, seed: 1, newIds: true })
  expect(broken.join('; ')).toMatch(/presses became \d+ rows/)
})

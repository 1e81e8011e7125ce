import { expect, test } from 'vitest'
import { raceForFreeRepeats } from './free-repeats.ts'

test('of two bookings at once only one uses the free repeat', async () => {
  expect(await raceForFreeRepeats({ rounds: 5 })).toEqual([1, 1, 1, 1, 1])
})

test('without its constraint both are free', async () => {
  expect(await raceForFreeRepeats({ rounds: 5, isTwin: true })).toContain(2)
})

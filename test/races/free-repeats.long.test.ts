// RACES sets the rounds; free-repeats.test.ts runs a few, and the twin.
import { expect, test } from 'vitest'
import { raceForFreeRepeats } from './free-repeats.ts'

const ROUNDS = Number(process.env.RACES ?? 1_000)

test('two bookings at once with one free repeat', async () => {
  const free = await raceForFreeRepeats({ rounds: ROUNDS })
  console.log(
    `${free.length} races for a free repeat: ${free.filter((n) => n === 1).length} had one`,
  )
  expect(free).toHaveLength(ROUNDS)
  expect(free.filter((n) => n !== 1)).toEqual([])
})

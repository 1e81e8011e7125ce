import { expect, test } from 'vitest'
import { MOST, raceAtDoor } from './door.ts'

test('five helpers who send two hundred registrations at once keep their limits', async () => {
  const [round] = await raceAtDoor({ rounds: 1 })
  expect(round).toMatchObject({ keptBack: 3, broken: [] })
  expect(round?.helpers.filter(({ all, open }) => all > MOST.all || open > MOST.open)).toEqual([])
  // The limits are reached: nothing is lost either.
  expect(round?.helpers.map(({ open }) => open)).toEqual(Array(5).fill(MOST.open))
})

test('without the count they fill the event', async () => {
  const [round] = await raceAtDoor({ rounds: 1, isTwin: true })
  expect(Math.max(...(round?.helpers ?? []).map(({ open }) => open))).toBeGreaterThan(MOST.open)
})

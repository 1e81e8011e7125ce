// RACES sets the rounds; door.test.ts runs one, and the twin.
import { expect, test } from 'vitest'
import { MOST, raceAtDoor } from './door.ts'

const ROUNDS = Number(process.env.RACES ?? 50)

test('five helpers at two processes', async () => {
  const rounds = await raceAtDoor({ rounds: ROUNDS })
  expect(rounds).toHaveLength(ROUNDS)
  for (const { helpers, keptBack, broken } of rounds) {
    expect([keptBack, broken]).toEqual([3, []])
    expect(helpers.filter(({ all, open }) => all > MOST.all || open > MOST.open)).toEqual([])
  }
})

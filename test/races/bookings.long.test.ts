// RACES sets the rounds of each race; bookings.test.ts runs a few, and the twins.
import { expect, test } from 'vitest'
import { RACES_OF_FIFTY, runRaces } from './races-of-fifty.ts'

const ROUNDS = Number(process.env.RACES ?? 1_000)

test.for(RACES_OF_FIFTY)('fifty requests at once: %s', async (race) => {
  const begun = Date.now()
  const { won, refused, broken } = await runRaces(race, { rounds: ROUNDS })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  console.log(
    `${ROUNDS} races of 50 (${race}): ${won} winners, ${refused} refused, ${broken.length} broken invariants, ${seconds} s`,
  )
  expect(broken).toEqual([])
  expect({ won, refused }).toEqual({ won: ROUNDS, refused: ROUNDS * 49 })
})

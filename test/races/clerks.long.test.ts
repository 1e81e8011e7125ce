// CLERK_RACES sets the rounds of each race; clerks.test.ts runs a few, and the twins.
import { expect, test } from 'vitest'
import { RACES_OF_CLERKS, runRacesOfClerks } from './clerks.ts'

const ROUNDS = Number(process.env.CLERK_RACES ?? 200)

test.for(RACES_OF_CLERKS)('clerks and a member at once: %s', async (race) => {
  const begun = Date.now()
  const { cancelled, broken } = await runRacesOfClerks(race, { rounds: ROUNDS })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  console.log(
    `${ROUNDS} races of clerks (${race}): ${cancelled} cancelled, ${broken.length} broken invariants, ${seconds} s`,
  )
  expect(broken).toEqual([])
  expect(cancelled).toBe(ROUNDS)
})

// MERGE_RACES sets the rounds of each race; merges.test.ts runs a few, and the twin.
import { expect, test } from 'vitest'
import { RACES_OF_MERGES, runRacesOfMerges } from './merges.ts'

const ROUNDS = Number(process.env.MERGE_RACES ?? 200)

test.for(RACES_OF_MERGES)('merges at once: %s', async (race) => {
  const begun = Date.now()
  const { answers, broken } = await runRacesOfMerges(race, { rounds: ROUNDS })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  const seen = Array.from(answers, ([code, count]) => `${count} ${code}`).join(', ')
  console.log(
    `${ROUNDS} races of merges (${race}): ${seen}, ${broken.length} broken invariants, ${seconds} s`,
  )
  expect(broken).toEqual([])
  expect(answers.size).toBeGreaterThan(1)
})

// More rounds: merges.long.test.ts.
import { expect, test } from 'vitest'
import { RACES_OF_MERGES, runRacesOfMerges } from './merges.ts'

const ROUNDS = 10

test.for(RACES_OF_MERGES)('one truth: %s', async (race) => {
  const { answers, broken } = await runRacesOfMerges(race, { rounds: ROUNDS })
  expect(broken).toEqual([])
  expect(answers.size).toBeGreaterThan(1)
})

test('where a merged record takes new rows, an appointment is left behind', {
  retry: 20,
}, async () => {
  const { broken } = await runRacesOfMerges('a record is merged while it books', {
    rounds: ROUNDS,
    without: ['a merged record takes nothing new'],
  })
  expect(broken.join('; ')).toContain('a merged record has nothing to come')
})

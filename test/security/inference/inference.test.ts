// A sample of inference.long.test.ts, and what the guesses are made with.
import { expect, test } from 'vitest'
import { SEED, seeded } from '../../app/seeded.ts'
import { guessBy } from './guess.ts'
import { inferBands, inWords, unlisted } from './infer.ts'
import { listClearColumns } from './listed.ts'

test(`no column of a copy tells whose result is raised, but for those listed (seed ${SEED})`, async () => {
  const inferred = await inferBands({ men: 240, events: 1, seed: SEED })
  console.log(inWords(inferred))
  expect(inferred.raised).toBeGreaterThan(20)
  expect(unlisted(inferred, listClearColumns())).toEqual([])
}, 600_000)

const random = seeded(1)
const labels = Array.from({ length: 200 }, () => random.chance(0.3))
const about = { table: 'table', column: 'column', name: 'name' }

test('a guess finds what differs by the result, and nothing in what does not', () => {
  const told = labels.map((isRaised) => (isRaised ? 'second' : 'first'))
  expect(guessBy({ ...about, values: told }, labels)).toMatchObject({ accuracy: 1, low: 1 })
  const sooner = labels.map((isRaised) => random.below(100) - (isRaised ? 60 : 0))
  expect(guessBy({ ...about, values: sooner }, labels).low).toBeGreaterThan(0.6)
  const onlyRaised = labels.map((isRaised, n) => (isRaised && n % 2 === 0 ? n : null))
  expect(guessBy({ ...about, values: onlyRaised }, labels).low).toBeGreaterThan(0.6)
  const noise = labels.map(() => random.below(100))
  expect(guessBy({ ...about, values: noise }, labels).low).toBeLessThan(0.55)
})

test('what is not listed is found, and what only counts rows goes with their count', () => {
  const guess = { accuracy: 0.9, low: 0.8, high: 1 }
  const inferred = {
    men: 1,
    raised: 1,
    guesses: [
      { ...guess, table: 'care_loops', column: 'due_at', name: 'due_at' },
      { ...guess, table: 'care_loops', column: 'kind', name: 'kind = x', isOfCount: true },
      { ...guess, table: 'care_loops', column: 'kind', name: 'kind' },
    ],
  }
  const listed = [{ table: 'care_loops', columns: ['rows', 'due_at'] }]
  expect(unlisted(inferred, listed)).toEqual([expect.stringMatching(/care_loops: kind$/)])
  expect(unlisted(inferred, [])).toHaveLength(3)
})

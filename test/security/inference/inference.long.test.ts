// INFERENCE_MEN sets the size, SEED repeats it.
import { expect, test } from 'vitest'
import { SEED } from '../../app/seeded.ts'
import { inferBands, inWords, unlisted } from './infer.ts'
import { listClearColumns } from './listed.ts'

const MEN = Number(process.env.INFERENCE_MEN ?? 5_000)
const MEN_OF_AN_EVENT = 250

test(`no column of a copy tells whose result is raised, of 5,000 men (seed ${SEED})`, async () => {
  const events = Math.ceil(MEN / MEN_OF_AN_EVENT)
  const inferred = await inferBands({ men: MEN, events, seed: SEED })
  console.log(inWords(inferred))
  expect(unlisted(inferred, listClearColumns())).toEqual([])
})

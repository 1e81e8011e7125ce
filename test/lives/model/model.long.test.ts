import { expect, test } from 'vitest'
import { SEED } from '../../app/seeded.ts'
import { firstBroken } from './lives.ts'

const COUNT = Number(process.env.MODEL_LIVES ?? 20_000)

test(`${COUNT} lives in memory from ${SEED}: nothing speaks of a fact that does not stand`, () => {
  expect(firstBroken({ count: COUNT, seed: SEED })).toBeNull()
})

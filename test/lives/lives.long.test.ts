import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { runLives } from './lives.ts'

const LIVES = Number(process.env.LIVES ?? 1000)

test(`${LIVES} random lives from ${SEED}: nothing speaks of a fact that does not stand`, async () => {
  expect(await runLives({ count: LIVES, seed: SEED })).toEqual([])
})

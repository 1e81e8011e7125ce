import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { runLives } from './lives.ts'

test('24 random lives: nothing speaks of a fact that does not stand', async () => {
  expect(await runLives({ count: Number(process.env.LIVES ?? 24), seed: SEED })).toEqual([])
})

import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { runLives } from './lives.ts'

test('12 random lives: nothing speaks of a fact that does not stand', async () => {
  expect(await runLives({ count: 12, seed: SEED })).toEqual([])
}, 240_000)

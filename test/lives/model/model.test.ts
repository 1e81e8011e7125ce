import { expect, test } from 'vitest'
import { SEED } from '../../app/seeded.ts'
import { firstBroken } from './lives.ts'

test('500 lives in memory: nothing speaks of a fact that does not stand', () => {
  expect(firstBroken({ count: 500, seed: SEED })).toBeNull()
})

import { expect, test } from 'vitest'
import { guessFromOneBlock } from './guessing.ts'

test('an hour of 40 guesses a second from 65,536 networks opens at most 20 of 1,000 accounts, and every owner signs in', async () => {
  const attack = { accounts: 1_000, seconds: 3_600, aSecond: 40, order: 'by password' } as const
  const { opened, owners } = await guessFromOneBlock(attack)
  expect(opened).toBeLessThanOrEqual(20)
  expect(owners.byPassword + owners.byLink).toBe(1_000)
})

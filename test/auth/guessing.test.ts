import { expect, test } from 'vitest'
import { guessFromOneBlock } from './guessing.ts'

test.each(['by password', 'by account'] as const)(
  'two minutes of 40 guesses a second from one /48, %s, open few accounts, and every owner signs in',
  async (order) => {
    const attack = { accounts: 50, seconds: 120, aSecond: 40, order }
    const { opened, owners } = await guessFromOneBlock(attack)
    expect(opened).toBeLessThanOrEqual(20)
    expect(owners.byPassword + owners.byLink).toBe(50)
  },
)

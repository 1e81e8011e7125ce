// GUESSED_SECONDS sets the length of the attack; guessing.test.ts runs two minutes.
import { expect, test } from 'vitest'
import { guessFromOneBlock } from './guessing.ts'

const SECONDS = Number(process.env.GUESSED_SECONDS ?? 3_600)

test.each(['by password', 'by account'] as const)(
  'an hour of 40 guesses a second from 65,536 networks, %s, opens at most 20 of 1,000 accounts, and every owner signs in',
  async (order) => {
    const attack = { accounts: 1_000, seconds: SECONDS, aSecond: 40, order }
    const { opened, owners } = await guessFromOneBlock(attack)
    const { byPassword, byLink } = owners
    console.log(
      `${40 * SECONDS} guesses ${order}: ${opened} of 1,000 accounts open; owners sign in ${byPassword} by password, ${byLink} by a mailed link`,
    )
    expect(opened).toBeLessThanOrEqual(20)
    expect(byPassword + byLink).toBe(1_000)
  },
)

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FOLLOW_UP_ROUNDS, OUTCOME_CODES } from '../follow-up.ts'
import { afterAnswer } from './loop-closing.ts'

const round = fc.constantFrom(...FOLLOW_UP_ROUNDS)

test('nothing done yet never closes, and a person rings; every other answer closes and rings nobody', () => {
  fc.assert(
    fc.property(round, fc.constantFrom(...OUTCOME_CODES), (round, outcome) => {
      const { closes, opens, isToRing } = afterAnswer(round, outcome)
      expect(isToRing).toBe(outcome === 'nothing_done')
      expect(closes.includes('gp_told')).toBe(outcome !== 'nothing_done')
      expect(opens === null || !closes.includes(opens)).toBe(true)
    }),
  )
})

test.each(OUTCOME_CODES)(
  'at six weeks %s leaves the outcome open, unless it is not said',
  (one) => {
    const { closes, opens } = afterAnswer('six_weeks', one)
    expect(closes.includes('gp_outcome')).toBe(one === 'will_not_say')
    const isOpened = one !== 'will_not_say' && one !== 'nothing_done'
    expect(opens).toBe(isOpened ? 'gp_outcome' : null)
  },
)

test.each(OUTCOME_CODES)('at six months %s ends the outcome, unless nothing was done', (one) => {
  const { closes, opens } = afterAnswer('six_months', one)
  expect(closes.includes('gp_outcome')).toBe(one !== 'nothing_done')
  expect(opens).toBeNull()
})

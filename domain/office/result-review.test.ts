import { expect, test } from 'vitest'
import {
  needsOverride,
  stateAfterReview,
  stateAfterSecond,
  whyNotReview,
  whyNotSendBack,
  whyNotTakeBack,
} from './result-review.ts'
import { LAB_RESULT_STATES } from './result-states.ts'

const value = { state: 'review' as const, hasValue: true, isWithdrawal: false }

test('a value needs a band, and what has none gets none', () => {
  expect(whyNotReview(value, { band: null })).toBe('band_needed')
  expect(whyNotReview(value, { band: 'Green' })).toBeNull()
  const without = { ...value, hasValue: false }
  expect(whyNotReview(without, { band: 'Green' })).toBe('no_band_here')
  expect(whyNotReview(without, { band: null })).toBeNull()
  expect(whyNotReview({ ...value, isWithdrawal: true }, { band: 'Red' })).toBe('no_band_here')
  expect(whyNotReview({ ...value, state: 'second' }, { band: 'Green' })).toBe('not_in_review')
})

test('red waits for another clinician, who may send it back', () => {
  const red = { band: 'Red' as const, ringFirst: false }
  expect(stateAfterReview(red)).toBe('second')
  expect(stateAfterReview({ band: 'Amber', ringFirst: true })).toBe('ring first')
  expect(stateAfterReview({ band: 'Green', ringFirst: false })).toBe('ready')
  expect(stateAfterSecond(red)).toBe('ready')
  expect(stateAfterSecond({ ...red, ringFirst: true })).toBe('ring first')
  expect(stateAfterSecond({ band: 'Amber', ringFirst: false })).toBe('review')
})

test('until its release a result goes back to review, or is taken back to its row', () => {
  const which = (why: typeof whyNotTakeBack) => LAB_RESULT_STATES.filter((state) => !why(state))
  expect(which(whyNotSendBack)).toEqual(['second', 'ready', 'ring first'])
  expect(which(whyNotTakeBack)).toEqual(['review', 'second', 'ready', 'ring first'])
})

test.each([
  ['2027-01-14T11:59:00Z', false],
  ['2027-01-14T12:00:00Z', true],
  ['2027-01-16T09:00:00Z', true],
  ['2027-01-17T23:59:00Z', true],
  ['2027-01-18T00:00:00Z', false],
  ['2027-07-15T10:59:00Z', false],
  ['2027-07-15T11:00:00Z', true],
])('amber and red at %s need an override: %s', (at, needed) => {
  expect(needsOverride('Red', new Date(at))).toBe(needed)
  expect(needsOverride('Amber', new Date(at))).toBe(needed)
  expect(needsOverride('Green', new Date(at))).toBe(false)
})

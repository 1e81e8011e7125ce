import { expect, test } from 'vitest'
import {
  isBlindReader,
  lacksSecond,
  needsOverride,
  needsTwo,
  type PastReview,
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

const review = (over: Partial<PastReview>): PastReview => ({
  report: 1,
  kind: 'first',
  staffId: 1,
  band: 'Green',
  ringFirst: false,
  ...over,
})

test('red waits for another clinician, who may send it back', () => {
  const red = review({ band: 'Red' })
  const second = (over: Partial<PastReview>) => review({ kind: 'second', staffId: 2, ...over })
  expect(stateAfterReview([red])).toBe('second')
  expect(stateAfterReview([review({ band: 'Amber', ringFirst: true })])).toBe('ring first')
  expect(stateAfterReview([review({})])).toBe('ready')
  expect(stateAfterSecond([red, second({ band: 'Red' })])).toBe('ready')
  expect(stateAfterSecond([red, second({ band: 'Red', ringFirst: true })])).toBe('ring first')
  expect(stateAfterSecond([red, second({ band: 'Amber' })])).toBe('review')
})

test('a red that was sent back, corrected or withdrawn is made green by two, and never by one', () => {
  const red = review({ band: 'Red' })
  const back = review({ kind: 'sent back', band: null })
  const green = review({ staffId: 3 })
  expect(stateAfterReview([red, back, green])).toBe('second')
  expect(stateAfterReview([red, review({ report: 2 })])).toBe('second')
  expect(stateAfterReview([red, review({ report: 2, band: null })])).toBe('second')
  const agreed = review({ kind: 'second', staffId: 1 })
  expect(stateAfterSecond([red, back, green, agreed])).toBe('ready')
})

test('where two differ, or after a release was taken back, two have to agree', () => {
  const amber = review({ band: 'Amber' })
  expect(needsTwo([amber, review({ staffId: 2 })])).toBe(true)
  expect(needsTwo([amber, review({})])).toBe(false)
  expect(needsTwo([amber, review({ report: 2, staffId: 2 })])).toBe(false)
  expect(needsTwo([review({}), review({ kind: 'taken back', band: null })])).toBe(true)
})

test('a call that somebody asked for is made, also after the result was sent back', () => {
  const ring = review({ band: 'Amber', ringFirst: true })
  const back = review({ kind: 'sent back', band: null })
  expect(stateAfterReview([ring, back, review({ band: 'Amber' })])).toBe('ring first')
})

test('what replaces a release is rung first when either side was called red by anybody', () => {
  const released = review({ kind: 'released', band: null })
  const by = (band: PastReview['band'], over: Partial<PastReview> = {}) =>
    review({ report: 2, band, ...over })
  const second = (band: PastReview['band']) => by(band, { kind: 'second', staffId: 2 })
  const red = review({ band: 'Red' })
  expect(stateAfterSecond([red, released, by('Green'), second('Green')])).toBe('ring first')
  expect(stateAfterSecond([red, released, by(null), second(null)])).toBe('ring first')
  expect(stateAfterSecond([review({}), released, by('Red'), second('Red')])).toBe('ring first')
  const differed = [review({}), review({ kind: 'second', staffId: 2, band: 'Red' }), review({})]
  const lowered = [...differed, review({ kind: 'second', staffId: 2 }), released]
  expect(stateAfterSecond([...lowered, by('Amber'), second('Amber')])).toBe('ring first')
  expect(stateAfterReview([review({}), released, by('Amber')])).toBe('ready')
  expect(stateAfterSecond([red, by('Green'), second('Green')])).toBe('ready')
})

test('only the first of the two reads what was decided before the second has decided', () => {
  const reviews = [review({ staffId: 1 })]
  expect(isBlindReader('second', reviews, 2)).toBe(true)
  expect(isBlindReader('second', reviews, 1)).toBe(false)
  expect(isBlindReader('ready', reviews, 2)).toBe(false)
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

test('a correction that one clinician read needs another once the release before it is taken back', () => {
  const own = review({ report: 2 })
  expect(lacksSecond([review({}), own], 2)).toBe(false)
  const takenBack = review({ kind: 'taken back', band: null })
  expect(lacksSecond([review({}), own, takenBack], 2)).toBe(true)
  const second = review({ report: 2, kind: 'second', staffId: 2 })
  expect(lacksSecond([review({}), own, takenBack, second], 2)).toBe(false)
})

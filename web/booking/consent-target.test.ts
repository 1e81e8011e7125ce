import { describe, expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { keyFromHash, targetFromQuery } from './consent-target.ts'
import { NOT_VALID, savingProblem } from './test-consent-text.ts'

const NOW = new Date('2027-06-26T23:30:00Z')

describe('the consent target in an address', () => {
  test('by a profile and a day that is not over in London', () => {
    expect(targetFromQuery('?profile_id=1001&test_date=2027-06-27', NOW)).toEqual({
      profileId: 1001,
      testDate: '2027-06-27',
    })
  })

  test.each([
    ['nothing', ''],
    ['no date', '?profile_id=1001'],
    ['no profile', '?test_date=2027-07-01'],
    ['an empty profile', '?profile_id=&test_date=2027-07-01'],
    ['a profile that is no number', '?profile_id=1001x&test_date=2027-07-01'],
    ['profile 0', '?profile_id=0&test_date=2027-07-01'],
    ['a day that no calendar has', '?profile_id=1001&test_date=2027-02-30'],
    ['a date of another form', '?profile_id=1001&test_date=01/07/2027'],
    ['yesterday, by London’s clock', '?profile_id=1001&test_date=2027-06-26'],
  ])('not by %s', (_, search) => {
    expect(targetFromQuery(search, NOW)).toBeNull()
  })

  test('with the key of a link behind the #, or without one', () => {
    const key = `${'aB3-_'.repeat(8)}xyz`
    expect(keyFromHash(`#key=${key}`)).toBe(key)
    for (const hash of ['', '#', '#key=', `#key=${key}a`, `#key=${key.slice(1)}`, `#${key}`]) {
      expect(keyFromHash(hash)).toBeNull()
    }
  })
})

describe('a consent that was not saved', () => {
  const refused = (status: number, code: string) => new ApiError(status, { error: 'x', code })

  test.each([
    [
      'the session ended',
      refused(401, 'sign_in_required'),
      false,
      /^Missing profile or date/,
      false,
    ],
    ['the link was used', refused(404, 'not_found'), true, NOT_VALID, true],
    ['there is no event that day', refused(404, 'not_found'), false, /^Failed to save/, false],
    ['the server failed', refused(500, 'unexpected'), true, /^Failed to save consent\./, false],
    ['nobody answered', new TypeError('Failed to fetch'), false, /^Failed to save/, false],
  ])('because %s', (_, error, byLink, words, isOver) => {
    const problem = savingProblem(error, { byLink })
    expect(problem.text).toMatch(words)
    expect(problem.isOver).toBe(isOver)
  })
})

import { expect, test } from 'vitest'
import { looksLikeTwoPeople, type MergeSituation, whyNotMerge } from './merges.ts'

const nothing: MergeSituation = {
  isOwnRecord: false,
  looksLikeTwoPeople: false,
  isMerged: false,
  isErased: false,
  hasDifferentNumbers: false,
  upcomingAppointments: 1,
  hasPaymentUnderWay: false,
  isErasureAsked: false,
  isConsentWithdrawn: false,
  closesStaffAccount: false,
  closesForeignAccount: false,
}

test('two records of one person may be merged with one upcoming appointment between them', () => {
  expect(whyNotMerge(nothing)).toEqual([])
  expect(whyNotMerge({ ...nothing, upcomingAppointments: 0 })).toEqual([])
})

test.each([
  [{ isOwnRecord: true }, 'own_record'],
  [{ looksLikeTwoPeople: true }, 'looks_like_two_people'],
  [{ isMerged: true }, 'already_merged'],
  [{ hasDifferentNumbers: true }, 'different_nhs_numbers'],
  [{ upcomingAppointments: 2 }, 'two_upcoming'],
  [{ hasPaymentUnderWay: true }, 'payment_not_settled'],
  [{ isErasureAsked: true }, 'erasure_stands'],
  [{ isConsentWithdrawn: true }, 'withdrawn_appointment'],
  [{ closesStaffAccount: true }, 'account_of_staff'],
  [{ closesForeignAccount: true }, 'accounts_elsewhere'],
] as const)('%o is refused as %s', (change, reason) => {
  expect(whyNotMerge({ ...nothing, ...change })).toEqual([reason])
})

test('every reason is named at once', () => {
  const situation = { ...nothing, hasDifferentNumbers: true, upcomingAppointments: 2 }
  expect(whyNotMerge(situation)).toEqual(['different_nhs_numbers', 'two_upcoming'])
})

const jim = { firstName: 'Jim', lastName: 'Stone', dateOfBirth: '1950-01-01' }
test.each([
  [{ dateOfBirth: '1950-01-02' }, true],
  [{ firstName: 'James', lastName: 'Stones' }, true],
  [{ firstName: 'James' }, false],
  [{ lastName: 'Stones' }, false],
  [{ firstName: ' JIM ', lastName: 'stone' }, false],
])('a record with %o looks like another person: %s', (change, looks) => {
  expect(looksLikeTwoPeople(jim, { ...jim, ...change })).toBe(looks)
})

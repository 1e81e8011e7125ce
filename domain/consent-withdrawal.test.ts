import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { WITHDRAWAL_VERSION, WITHDRAWAL_WORDS, withdrawalOutcome } from './consent-withdrawal.ts'

const now = new Date('2027-01-12T09:00:00Z')
const HOURS_48 = 48 * 3_600_000

test.each([
  ['exactly 48 hours before', HOURS_48, 'cancelled'],
  ['a moment later', HOURS_48 - 1, 'office told'],
  ['when it is over', -1, 'office told'],
] as const)('an appointment %s is %3$s', (_when, ms, follows) => {
  expect(withdrawalOutcome({ startsAt: new Date(now.getTime() + ms) }, now)).toBe(follows)
})

test('without an appointment nothing follows', () => {
  expect(withdrawalOutcome(null, now)).toBe('nothing')
})

test('words and version change together', () => {
  const digest = createHash('sha256').update(JSON.stringify(WITHDRAWAL_WORDS)).digest('hex')
  expect([WITHDRAWAL_VERSION, digest.slice(0, 16)]).toEqual([
    'withdrawal 2026-11-27',
    '8a9c787925dbfb22',
  ])
})

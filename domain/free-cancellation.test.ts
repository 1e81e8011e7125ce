import { expect, test } from 'vitest'
import { canCancel } from './booking.ts'
import { isFreeToCancel } from './free-cancellation.ts'

const startsAt = new Date('2027-01-20T10:00:00Z')
const before = (hours: number) => new Date(startsAt.getTime() - hours * 3_600_000)

test.each([
  ['before its end', { freeUntil: before(10), now: before(11) }, true],
  ['at its end', { freeUntil: before(10), now: before(10) }, true],
  ['after its end', { freeUntil: before(10), now: before(9) }, false],
  ['at the start of the appointment', { freeUntil: before(-5), now: before(0) }, false],
  ['without the right', { freeUntil: null, now: before(100) }, false],
])('a cancellation %s is free: %#', (_, { freeUntil, now }, isFree) => {
  expect(isFreeToCancel({ startsAt, freeUntil }, now)).toBe(isFree)
})

test.each([
  [49, null, true],
  [47, null, false],
  [47, before(40), true],
  [39, before(40), false],
])('%i hours before, with a right until %o, it can be cancelled: %o', (hours, freeUntil, can) => {
  expect(canCancel({ startsAt, freeUntil }, before(hours))).toBe(can)
})

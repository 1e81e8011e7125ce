import { describe, expect, test } from 'vitest'
import { testCharity } from '../test/app/settings.ts'
import {
  changeableUntil,
  changeInWords,
  existingBookingInWords,
  tooLateInWords,
} from './change-text.ts'
import { inWords, type Wording } from './charity.ts'

const read = (text: Wording) => inWords(text, testCharity)

const startsAt = new Date('2027-01-26T10:20:00Z')
const cutOff = new Date('2027-01-24T10:20:00Z')
const after = new Date(cutOff.getTime() + 1)
const RING = /Please call our booking helpline on 0808 157 0142, Monday to Friday, 9am to 5pm\.$/

describe('an appointment', () => {
  test('can be changed online up to and at 48 hours before, and the words name that moment', () => {
    expect(changeableUntil(startsAt, cutOff)).toEqual(cutOff)
    expect(read(changeInWords(startsAt, cutOff))).toContain('until 10:20 on Sunday 24 January 2027')
    expect(read(changeInWords(startsAt, cutOff))).not.toMatch(/helpline/)
  })

  test('cannot afterwards: names no deadline, but the helpline', () => {
    expect(changeableUntil(startsAt, after)).toBeNull()
    expect(read(changeInWords(startsAt, after))).toMatch(RING)
    expect(read(changeInWords(startsAt, after))).not.toMatch(/24 January|until/)
  })
})

describe('a booking refused because of another appointment', () => {
  const specified =
    'You have an upcoming appointment. Please cancel the upcoming appointment in your portal first before making new booking.'

  test('is refused in the exact words while that one can be cancelled', () => {
    expect(read(existingBookingInWords(startsAt, cutOff))).toBe(specified)
  })

  test('names the helpline when that one can no longer be cancelled, or may not be', () => {
    for (const words of [
      read(existingBookingInWords(startsAt, after)),
      read(existingBookingInWords(null, after)),
    ]) {
      expect(words.startsWith(`${specified} `)).toBe(true)
      expect(words).toMatch(RING)
    }
  })
})

test('a change refused within 48 hours names the support contact', () => {
  expect(read(tooLateInWords('too_late_to_cancel'))).toBe(
    'Appointments cannot be cancelled within 48 hours of the scheduled time. Please contact support for assistance: call 0808 157 0142, Monday to Friday, 9am to 5pm.',
  )
  expect(read(tooLateInWords('too_late_to_move'))).toContain(
    'cannot be rescheduled within 48 hours',
  )
})

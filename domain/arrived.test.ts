import { describe, expect, test } from 'vitest'
import { hasCome, mayChange, whyNotChange } from './arrived.ts'
import { ATTENDANCE_STATES } from './office/attendance-states.ts'

const now = new Date('2027-01-12T09:00:00Z')
const ahead = new Date('2027-01-12T10:00:00Z')

describe('an appointment may be changed', () => {
  test('until the member has come, and until it begins', () => {
    expect(whyNotChange({ attendance: null, startsAt: ahead }, now)).toBeNull()
    expect(whyNotChange({ attendance: 'expected', startsAt: ahead }, now)).toBeNull()
    expect(whyNotChange({ attendance: 'did_not_attend', startsAt: ahead }, now)).toBeNull()
    expect(whyNotChange({ attendance: null, startsAt: now }, now)).toBe('started')
    expect(mayChange({ attendance: null, startsAt: ahead }, now)).toBe(true)
  })

  test('not after an arrival, a sample or a reason for none, though its time is ahead', () => {
    const came = ATTENDANCE_STATES.filter((state) => hasCome(state))
    expect(came).toEqual(['arrived', 'sampled', 'not_sampled'])
    for (const attendance of came)
      expect(whyNotChange({ attendance, startsAt: ahead }, now)).toBe('arrived')
  })
})

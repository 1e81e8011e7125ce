import { describe, expect, test } from 'vitest'
import { EXAMPLE_ANSWERS } from '../../test/app/example-consent.ts'
import { whyNoVenuePayment } from './venue-payments.ts'
import type { WalkIn } from './walk-in-schemas.ts'
import {
  contactWay,
  flagsOfWalkIn,
  nearestWithPlace,
  walkInPayment,
  whyNotRegister,
} from './walk-ins.ts'

const form = (more: Partial<WalkIn> = {}): WalkIn => ({
  first_name: 'Walter',
  last_name: 'Innes',
  date_of_birth: '1961-05-04',
  phone: '07700900123',
  payment: 'due',
  extra_place: false,
  consent: { channel: 'tablet', answers: EXAMPLE_ANSWERS },
  ...more,
})
const consenting = (more: Partial<typeof EXAMPLE_ANSWERS>) =>
  form({ consent: { channel: 'tablet', answers: { ...EXAMPLE_ANSWERS, ...more } } })

describe('a registration at the door', () => {
  test.each([
    ['everything', form(), null],
    ['40 on the day of the event', form({ date_of_birth: '1987-01-26' }), null],
    ['40 the day after', form({ date_of_birth: '1987-01-27' }), 'age_out_of_range'],
    ['80 until tomorrow', form({ date_of_birth: '1946-01-27' }), null],
    ['81 on the day', form({ date_of_birth: '1946-01-26' }), 'age_out_of_range'],
    ['no such date', form({ date_of_birth: '1961-02-30' }), 'form_incomplete'],
    ['a blank name', form({ last_name: ' ' }), 'form_incomplete'],
    ['a known condition', consenting({ disclaimer: false }), 'not_eligible'],
    ['no consent', consenting({ sampleConsent: false }), 'consent_incomplete'],
    [
      'relatives not named',
      consenting({ familyHistoryProstateCancer: 'Yes' }),
      'consent_incomplete',
    ],
    ['nothing to reach them by', form({ phone: '' }), 'cannot_be_reached'],
  ])('with %s', (_what, registration, why) => {
    expect(whyNotRegister(registration, '2027-01-26')).toBe(why)
  })

  const address = { phone: '', address_lines: ['1 High Street'] }
  test.each<[string, Partial<WalkIn>, string | null]>([
    ['the chosen way', { contact_by: 'sms' }, 'sms'],
    ['another where the chosen one is not known', { contact_by: 'email' }, 'telephone'],
    ['post with a whole address', { ...address, postcode: 'co11aa' }, 'post'],
    ['none with half an address', address, null],
  ])('is answered by %s', (_what, more, way) => {
    expect(contactWay(form(more))).toBe(way)
  })

  test('is flagged with all that a person should look at, the most important first', () => {
    const well = {
      isCancelled: false,
      isClosed: false,
      isDouble: false,
      isLead: true,
      isExtra: false,
      needsNhsNumber: false,
      hasOlderWords: false,
      isLinkMissing: false,
      form: form(),
    }
    expect(flagsOfWalkIn(well)).toEqual([])
    expect(flagsOfWalkIn({ ...well, isExtra: true, form: form({ extra_place: true }) })).toEqual([])
    expect(flagsOfWalkIn({ ...well, isExtra: true })).toEqual(['extra_place_made'])
    expect(flagsOfWalkIn({ ...well, isLinkMissing: true })).toEqual(['link_not_sent'])
    const bad = {
      isLead: false,
      isExtra: true,
      isDouble: true,
      isClosed: true,
      needsNhsNumber: true,
    }
    expect(flagsOfWalkIn({ ...well, ...bad, form: form({ payment: 'waived' }) })).toEqual([
      'day_closed',
      'looks_like_a_member',
      'extra_place_without_lead',
      'waived_without_lead',
      'nhs_number_missing',
    ])
    const given = form({ nhs_number: '9990000018' })
    expect(flagsOfWalkIn({ ...well, needsNhsNumber: true, form: given })).toEqual([])
  })

  test.each([
    ['due', 1500, false, 'not paid'],
    ['at_venue', 1500, false, 'paid'],
    ['waived', 1500, true, 'waived'],
    ['waived', 1500, false, 'not paid'],
    ['due', 0, false, 'paid'],
  ] as const)(
    'whose price is %s of %i pence, by a lead: %s, is %s',
    (payment, pricePence, isLead, status) => {
      expect(walkInPayment({ payment }, { pricePence, isLead })).toBe(status)
    },
  )
})

describe('the place of a walk-in', () => {
  const time = (minute: number, free: number, keptBack: number) => {
    return { startsAt: new Date(Date.UTC(2027, 0, 26, 10, minute)), free, keptBack }
  }
  const at = new Date('2027-01-26T10:22:00Z')
  const minuteOf = (times: ReturnType<typeof time>[]) =>
    nearestWithPlace(times, at)?.startsAt.getUTCMinutes()

  test.each([
    ['one kept back, also when a free one is nearer', [time(0, 0, 1), time(20, 1, 0)], 0],
    ['the nearest kept back, passed or not', [time(0, 0, 1), time(20, 0, 1), time(40, 0, 1)], 20],
    ['the nearest free one', [time(0, 1, 0), time(40, 1, 0)], 40],
    ['the earlier of two as near', [time(2, 1, 0), time(42, 1, 0)], 2],
    ['none', [time(0, 0, 0)], undefined],
  ])('is %s', (_what, times, minute) => {
    expect(minuteOf(times)).toBe(minute)
  })
})

test.each([
  ['what is owed', 'not paid', {}, null],
  ['the price at the venue', 'paid', {}, null],
  ['what a card paid', 'paid by card', {}, 'already_paid'],
  ['what was taken', 'paid at the venue', {}, 'already_paid'],
  ['what was waived', 'waived', { duePence: 0 }, 'nothing_owed'],
  ['a cancelled place', 'not paid', { status: 'cancelled', duePence: 0 }, 'nothing_owed'],
  ['what a card pays now', 'not paid', { isPaidByLink: true }, 'payment_under_way'],
  ['the rest of a price that is partly paid', 'not paid', { duePence: 500 }, 'other_sum'],
  ['another price', 'not paid', { duePence: 1600 }, 'other_sum'],
] as const)('money for %s', (_what, paymentStatus, more, why) => {
  const owing = { status: 'booked', paymentStatus, duePence: 1500, isPaidByLink: false } as const
  expect(whyNoVenuePayment(1500, { ...owing, ...more })).toBe(why)
})

import { expect, test } from 'vitest'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { ApiError } from '../../api.ts'
import { appointmentState } from '../parts/appointment-state.ts'
import { forClerk, isUpcoming, refundText } from './booking-text.ts'
import { timeOf, timesToChoose } from './times.ts'

const NOW = new Date('2027-01-10T09:00:00Z')

test('a time can be chosen while a place is free or kept back', () => {
  const [date, next] = ['2027-01-16', '2027-01-17']
  const times = [
    { date, time: '10:00', free: 0, kept_back: 1 },
    { date, time: '10:20', free: 0, kept_back: 0 },
    { date, time: '10:40', free: 1, kept_back: 1 },
    { date: next, time: '00:20', free: 1, kept_back: 0 },
  ]
  expect(timesToChoose({ times }, { event_date: date })).toEqual([
    { value: '2027-01-16 10:00', label: '10:00, kept back' },
    { value: '2027-01-16 10:40', label: '10:40, 1 free' },
    { value: '2027-01-17 00:20', label: '00:20 on Sunday 17 January 2027, 1 free' },
  ])
  expect(timeOf('2027-01-16 10:40')).toEqual({ date, time: '10:40' })
})

const APPOINTMENT: OfficeMember['appointments'][number] = {
  event_id: 1,
  event_name: 'Ely PSA screening',
  date: '2027-01-16',
  time: '10:40',
  appointment_id: 7,
  reference: 'ABCD-EFGH',
  status: 'booked',
  is_over: false,
  attendance: null,
  payment_status: 'paid by card',
  payment: 'Paid by card',
  price_pence: 2500,
  free_cancel_until: null,
  paid_at: '2026-12-01T10:00:00.000Z',
  history: [],
}

const CARD = {
  road: 'card',
  pence: 2500,
  failed_pence: 0,
  owed_pence: 0,
  captured_pence: 2500,
  fee_pence: 75,
  paid_at: '2026-12-01T10:00:00.000Z',
} as const
type Shown = NonNullable<(typeof APPOINTMENT)['money']>
const moneyWith = (held: Shown['held'], more: Partial<Shown> = {}): { money: Shown } => ({
  money: {
    kind: 'paid by card',
    paid_pence: 2500,
    refunded_pence: 0,
    on_its_way_pence: 0,
    reversed_pence: 0,
    held_pence: 2500,
    by_hand_pence: 0,
    under_review_pence: 0,
    due_pence: 0,
    ...more,
    ...(held && { held }),
  },
})
const PAID = { ...APPOINTMENT, ...moneyWith([CARD]) }
const LATE = new Date('2027-01-16T09:00:00Z')

test('the refund is named with its sum before a cancellation', () => {
  const words = (refund: 'policy' | 'full' | 'none', now = NOW) => refundText(PAID, refund, now)
  expect(words('policy')).toBe(
    '£24.25 of the £25.00 will be refunded to the card. The card processing charge is not refunded.',
  )
  expect(words('policy', LATE)).toContain('None of the £25.00')
  expect(words('full')).toBe('£25.00 will be refunded to the card.')
  expect(words('none')).toBe('None of the £25.00 paid by card will be refunded.')
  const until = '2027-01-16T10:00:00.000Z'
  expect(refundText({ ...PAID, free_cancel_until: until }, 'policy', LATE)).toBe(
    '£25.00 will be refunded to the card. The member can cancel free of charge until 10:00 on Saturday 16 January 2027.',
  )
  const paidAt = '2027-01-10T08:00:00.000Z'
  const recent = { ...PAID, paid_at: paidAt, ...moneyWith([{ ...CARD, paid_at: paidAt }]) }
  expect(refundText(recent, 'policy', LATE)).toBe(
    '£25.00 will be refunded to the card. It was paid on 10 January 2027, and members can cancel for a full refund for 14 days.',
  )
  const free = { ...APPOINTMENT, payment_status: 'waived' }
  expect(refundText(free, 'policy', NOW)).toBe('Nothing was paid, so nothing is refunded.')
})

test('before a cancellation the clerk reads what is left of each payment, not the price', () => {
  const words = (held: Partial<NonNullable<Shown['held']>[number]>) =>
    refundText({ ...PAID, ...moneyWith([{ ...CARD, ...held }]) }, 'full', NOW)
  expect(words({ pence: 1000 })).toBe('£10.00 will be refunded to the card.')
  expect(words({ road: 'by hand' })).toContain(
    '£25.00 was paid at the venue and must be refunded by hand',
  )
  expect(words({ road: 'under review' })).toContain('still being checked by PayPal')
  expect(words({ road: 'disputed' })).toContain('nothing is refunded automatically')
  expect(words({ road: 'failed before', failed_pence: 2500 })).toContain('must be refunded by hand')
})

test('an appointment can be changed until it begins, unless it is cancelled', () => {
  expect(isUpcoming(APPOINTMENT, NOW)).toBe(true)
  expect(isUpcoming(APPOINTMENT, new Date('2027-01-16T10:40:00Z'))).toBe(false)
  expect(isUpcoming({ ...APPOINTMENT, status: 'cancelled' }, NOW)).toBe(false)
  expect(isUpcoming({ ...APPOINTMENT, attendance: 'not_sampled' }, NOW)).toBe(false)
})

test('a refusal speaks to the clerk and keeps its code', () => {
  const refused = new ApiError(409, { code: 'existing_booking', error: 'You have ...' })
  expect(forClerk(refused)).toMatchObject({
    code: 'existing_booking',
    message: expect.stringMatching(/^The member already has an appointment/),
  })
  const other = new ApiError(500, { code: 'unexpected' })
  expect(forClerk(other)).toBe(other)
})

test('a past appointment says what came of it, not that it is booked', () => {
  const wordsOf = (change: Partial<typeof APPOINTMENT>) =>
    appointmentState({ ...APPOINTMENT, ...change }).words
  expect([wordsOf({}), wordsOf({ attendance: 'expected' })]).toEqual(['Booked', 'Booked'])
  expect(wordsOf({ attendance: 'arrived' })).toBe('Arrived')
  const over = (attendance: typeof APPOINTMENT.attendance) => wordsOf({ is_over: true, attendance })
  expect(over(null)).toBe('Passed, nothing recorded')
  expect(over('expected')).toBe('Passed, nothing recorded')
  expect(over('arrived')).toBe('Attended, no sample recorded')
  expect(over('sampled')).toBe('Attended, sample taken')
  expect(over('not_sampled')).toBe('Attended, no sample taken')
  expect(over('did_not_attend')).toBe('Did not attend')
  expect(wordsOf({ status: 'cancelled', is_over: true })).toBe('Cancelled')
})

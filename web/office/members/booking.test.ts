import { expect, test } from 'vitest'
import type { OfficeMember } from '../../../domain/office/member-shapes.ts'
import { ApiError } from '../../api.ts'
import { forClerk, isUpcoming, refundWords } from './booking-words.ts'
import { timeOf, timesToChoose } from './times.ts'

const PLAN = {
  start: '10:00',
  end: '11:00',
  session_minutes: 20,
  places_per_slot: 1,
  breaks: [{ start: '10:20', end: '10:40' }],
  kept_back: 0,
}
const EVENT = { event_date: '2027-01-16', slot_plan: PLAN }
const NOW = new Date('2027-01-10T09:00:00Z')

test('free times can be chosen; others only while a place may be kept back', () => {
  const free = { '2027-01-16': { availableTimeSlots: ['10:40'] } }
  const values = (kept: number) =>
    timesToChoose({ ...EVENT, slot_plan: { ...PLAN, kept_back: kept } }, { free, now: NOW })
  expect(values(0)).toEqual([{ value: '2027-01-16 10:40', label: '10:40' }])
  expect(values(1)).toEqual([
    { value: '2027-01-16 10:00', label: '10:00: only if a place is kept back' },
    { value: '2027-01-16 10:40', label: '10:40' },
  ])
  expect(timeOf('2027-01-16 10:40')).toEqual({ date: '2027-01-16', time: '10:40' })
})

test('without known free times every time that has not begun is offered', () => {
  const begun = new Date('2027-01-16T10:00:00Z')
  const labels = timesToChoose(EVENT, { free: null, now: begun }).map(({ label }) => label)
  expect(labels).toEqual(['10:40'])
})

const APPOINTMENT: OfficeMember['appointments'][number] = {
  event_id: 1,
  event_name: 'Ely PSA screening',
  date: '2027-01-16',
  time: '10:40',
  appointment_id: 7,
  reference: 'ABCD-EFGH',
  status: 'booked',
  payment_status: 'paid by card',
  payment: 'Paid by card',
  price_pence: 2500,
  history: [],
}

test('the refund is named with its sum before a cancellation', () => {
  const words = (refund: 'policy' | 'full' | 'none', now = NOW) =>
    refundWords(APPOINTMENT, refund, now)
  expect(words('policy')).toBe('£25.00 less the card processing charge is refunded to the card.')
  expect(words('policy', new Date('2027-01-16T09:00:00Z'))).toContain('nothing of the £25.00')
  expect(words('full')).toBe('All of the £25.00 is refunded to the card.')
  expect(words('none')).toBe('Nothing of the £25.00 is refunded.')
  const free = { ...APPOINTMENT, payment_status: 'waived' }
  expect(refundWords(free, 'policy', NOW)).toContain('Nothing was paid by card')
})

test('an appointment can be changed until it begins, unless it is cancelled', () => {
  expect(isUpcoming(APPOINTMENT, NOW)).toBe(true)
  expect(isUpcoming(APPOINTMENT, new Date('2027-01-16T10:40:00Z'))).toBe(false)
  expect(isUpcoming({ ...APPOINTMENT, status: 'cancelled' }, NOW)).toBe(false)
})

test('a refusal speaks to the clerk and keeps its code', () => {
  const refused = new ApiError(409, { code: 'existing_booking', error: 'You have ...' })
  expect(forClerk(refused)).toMatchObject({
    code: 'existing_booking',
    message: expect.stringMatching(/^The member has an appointment already/),
  })
  const other = new ApiError(500, { code: 'unexpected' })
  expect(forClerk(other)).toBe(other)
})

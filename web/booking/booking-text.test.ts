import { describe, expect, it } from 'vitest'
import { asSent } from '../../test/app/as-sent.ts'
import { ApiError } from '../api.ts'
import { bookingProblem, consentProblem, existingBooking, upcomingProblem } from './booking-text.ts'

const refused = (status: number, code: string) => new ApiError(status, { error: 'x', code })

describe('a booking that fails', () => {
  it('because of a duplicate leads to the appointments, in the exact words', () => {
    expect(bookingProblem(refused(409, 'duplicate'))).toEqual({
      text: 'Booking Failed: You have already booked this event. Please amend your booking if required.',
      goTo: 'upcoming-events',
    })
  })

  it('because of another appointment is titled Existing Booking', () => {
    expect(bookingProblem(refused(409, 'existing_booking'))).toMatchObject({
      title: 'Existing Booking',
      goTo: 'upcoming-events',
    })
  })

  it('because of an appointment too near to be cancelled online names the helpline', () => {
    const next = { appt_date: '2027-01-26', appt_time: '10:20' }
    const now = new Date('2027-01-25T10:20:00Z')
    expect(asSent(existingBooking(next, now).text)).toContain(
      'call our booking helpline on 0808 157 0142',
    )
  })

  it('because the time was taken leads back to the times', () => {
    expect(bookingProblem(refused(409, 'slot_taken')).goTo).toBe('choose-time')
    expect(bookingProblem(refused(409, 'hold_over')).goTo).toBe('choose-time')
  })

  it('for want of the access code or the NHS number leads to where it is given', () => {
    expect(bookingProblem(refused(403, 'access_code_required'))).toMatchObject({
      text: 'This is a private event. Please enter its access code first.',
      goTo: 'access-code',
    })
    expect(bookingProblem(refused(403, 'nhs_number_required'))).toMatchObject({
      text: 'Please confirm your NHS number first.',
      goTo: 'nhs-number',
    })
  })

  it('because the session ended asks the member to sign in', () => {
    expect(bookingProblem(refused(401, 'sign_in_required')).goTo).toBe('sign-in')
  })

  it('for any other reason is reported', () => {
    for (const error of [refused(500, 'unexpected'), new TypeError('Failed to fetch')]) {
      expect(bookingProblem(error)).toMatchObject({
        title: 'Booking Failed',
        text: 'Failed to confirm booking. Please try again later.',
        report: 'Failed to create appointment',
      })
    }
  })
})

describe('a consent that fails', () => {
  it('by refusal and by accident has its own words', () => {
    expect(consentProblem(refused(500, 'unexpected'))).toMatchObject({
      title: 'Consent Creation Failed',
      text: 'Failed to create consent. Please try again.',
    })
    expect(consentProblem(new TypeError('Failed to fetch'))).toMatchObject({
      title: 'Error',
      text: 'An unexpected error occurred. Please try again later.',
    })
  })
})

it('the check of upcoming appointments fails in the exact words', () => {
  expect(upcomingProblem(new TypeError('Failed to fetch')).text).toBe(
    'Failed to check upcoming appointments. Please retry later.',
  )
})

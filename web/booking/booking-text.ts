import { existingBookingInWords } from '../../domain/change-text.ts'
import { inWords } from '../../domain/charity.ts'
import type { Appointment } from '../../domain/contract.ts'
import { isReason, type Reason, refusalSentence } from '../../domain/refusals.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { ApiError } from '../api.ts'
import { charity } from '../charity.ts'

/** What to show for a failed step and where the member goes next. */
export type BookingProblem = {
  title?: string
  text: string
  goTo:
    | 'stay'
    | 'choose-time'
    | 'upcoming-events'
    | 'checkout'
    | 'sign-in'
    | 'access-code'
    | 'nhs-number'
  /** Label for the charity's error log; absent when nothing is logged. */
  report?: string
}

export const SIGN_IN = {
  title: 'You have been signed out',
  text: 'Your answers are still on this page. Please sign in again to continue.',
  goTo: 'sign-in',
} as const satisfies BookingProblem
const NO_CONSENT: BookingProblem = {
  title: 'Error',
  text: refusalSentence('unexpected'),
  goTo: 'stay',
  report: 'Failed to create consent',
}

const WORDS_CHANGED: BookingProblem = {
  title: 'Please read the form again',
  text: `${refusalSentence('consent_words_changed')} Please reload this page, read the new wording and answer again.`,
  goTo: 'stay',
}

export function consentProblem(error: unknown): BookingProblem {
  if (isSignedOut(error)) return SIGN_IN
  if (!(error instanceof ApiError)) return NO_CONSENT
  if (error.code === 'consent_words_changed') return WORDS_CHANGED
  return {
    title: 'Consent Creation Failed',
    text: 'Failed to create consent. Please try again.',
    goTo: 'stay',
    report: 'Failed to create consent',
  }
}

export const DUPLICATE = `Booking Failed: ${refusalSentence('duplicate')}`

export function bookingProblem(error: unknown): BookingProblem {
  if (isSignedOut(error)) return SIGN_IN
  const code = codeOf(error)
  switch (code) {
    case 'duplicate':
      return { text: DUPLICATE, goTo: 'upcoming-events' }
    case 'existing_booking':
      return existingBooking(null, new Date())
    case 'slot_taken':
      return { text: refusalSentence('slot_taken'), goTo: 'choose-time' }
    case 'hold_over':
      return { text: refusalSentence('hold_over'), goTo: 'choose-time' }
    case 'payment_required':
      return { text: refusalSentence('payment_required'), goTo: 'checkout' }
    case 'access_code_required':
      return { text: refusalSentence(code), goTo: 'access-code' }
    case 'nhs_number_required':
      return { text: refusalSentence(code), goTo: 'nhs-number' }
    case 'erasure_asked':
      return { title: 'Booking Failed', text: ERASURE_ASKED, goTo: 'stay' }
    case 'booking_closed':
    case 'consent_required':
      return { title: 'Booking Failed', text: refusalSentence(code), goTo: 'stay' }
    default:
      return {
        title: 'Booking Failed',
        text: 'Failed to confirm booking. Please try again later.',
        goTo: 'stay',
        report: 'Failed to create appointment',
      }
  }
}

const ERASURE_ASKED =
  'You have asked us to erase your data, so you cannot book. You can withdraw your request in your profile.'

export function existingBooking(
  upcoming: Pick<Appointment, 'appt_date' | 'appt_time'> | null,
  now: Date,
): BookingProblem {
  const startsAt = upcoming && ukInstant(upcoming.appt_date, upcoming.appt_time)
  return {
    title: 'Existing Booking',
    text: inWords(existingBookingInWords(startsAt, now), charity),
    goTo: 'upcoming-events',
  }
}

export function upcomingProblem(error: unknown): BookingProblem {
  if (isSignedOut(error)) return SIGN_IN
  return {
    text: 'Failed to check upcoming appointments. Please retry later.',
    goTo: 'stay',
    report: 'Failed to check upcoming appointments',
  }
}

export function holdProblem(error: unknown): string {
  if (isSignedOut(error)) return SIGN_IN.text
  const code = codeOf(error)
  if (code === 'erasure_asked') return ERASURE_ASKED
  if (code === 'hold_over') return holdOver(true)
  if (code) return refusalSentence(code)
  return 'We could not reach our booking system, so this time is not held for you. Please try again.'
}

/** A visitor's hold ends five minutes past the last act, which may be sooner or later than 15. */
export function holdOver(isSignedOut: boolean): string {
  if (isSignedOut) return 'Your time is no longer held for you. Please choose again.'
  return refusalSentence('hold_over')
}

/** Whether the time can be booked without a hold. */
export function isBookableUnheld(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'too_many_holds' || code === 'held_before'
}

export function nhsNumberProblem(error: unknown): string {
  const code = codeOf(error)
  if (code) return refusalSentence(code)
  return 'We could not reach our booking system, so your number has not been confirmed. Please try again.'
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export function isCodeNeeded(error: unknown): boolean {
  return codeOf(error) === 'access_code_required'
}

function codeOf(error: unknown): Reason | null {
  return error instanceof ApiError && isReason(error.code) ? error.code : null
}

import { isReason, type Reason, refusalSentence } from '../../domain/refusals.ts'
import { ApiRefused } from '../api.ts'

/** What a failed step says (spec §8, design §6) and where the member goes from there. */
export type BookingTrouble = {
  title?: string
  text: string
  goTo: 'stay' | 'choose-time' | 'upcoming-events' | 'checkout' | 'sign-in'
  /** What the charity's error log is told, when it should hear of it. */
  report?: string
}

export const SIGN_IN = {
  title: 'You have been signed out',
  text: 'Your answers are kept on this page. Please sign in again to go on.',
  goTo: 'sign-in',
} as const satisfies BookingTrouble
export const EXISTING_BOOKING: BookingTrouble = {
  title: 'Existing Booking',
  text: refusalSentence('existing_booking'),
  goTo: 'upcoming-events',
}
const NO_CONSENT: BookingTrouble = {
  title: 'Error',
  text: refusalSentence('unexpected'),
  goTo: 'stay',
  report: 'Failed to create consent',
}

export function consentTrouble(error: unknown): BookingTrouble {
  if (isSignedOut(error)) return SIGN_IN
  if (!(error instanceof ApiRefused)) return NO_CONSENT
  return {
    title: 'Consent Creation Failed',
    text: 'Failed to create consent. Please try again.',
    goTo: 'stay',
    report: 'Failed to create consent',
  }
}

export function bookingTrouble(error: unknown): BookingTrouble {
  if (isSignedOut(error)) return SIGN_IN
  const code = codeOf(error)
  switch (code) {
    case 'duplicate':
      return { text: `Booking Failed: ${refusalSentence('duplicate')}`, goTo: 'upcoming-events' }
    case 'existing_booking':
      return EXISTING_BOOKING
    case 'slot_taken':
      return { text: refusalSentence('slot_taken'), goTo: 'choose-time' }
    case 'hold_over':
      return { text: refusalSentence('hold_over'), goTo: 'choose-time' }
    case 'payment_required':
      return { text: refusalSentence('payment_required'), goTo: 'checkout' }
    case 'booking_closed':
    case 'access_code_required':
    case 'nhs_number_required':
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

export function upcomingTrouble(error: unknown): BookingTrouble {
  if (isSignedOut(error)) return SIGN_IN
  return {
    text: 'Failed to check upcoming appointments. Please retry later.',
    goTo: 'stay',
    report: 'Failed to check upcoming appointments',
  }
}

/** What is said beside the times when the wanted one could not be kept. */
export function holdTrouble(error: unknown): string {
  if (isSignedOut(error)) return SIGN_IN.text
  const code = codeOf(error)
  if (code) return refusalSentence(code)
  return 'We could not reach our booking system, so this time is not kept for you yet. Please try again.'
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiRefused && error.status === 401
}

function codeOf(error: unknown): Reason | null {
  return error instanceof ApiRefused && isReason(error.code) ? error.code : null
}

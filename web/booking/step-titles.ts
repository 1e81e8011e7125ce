import type { BookingStep } from './steps.ts'

export const STEP_TITLES: Record<BookingStep, string> = {
  time: 'Choose a time',
  account: 'Have you booked with us before?',
  consent: 'Consent form',
  check: 'Check your answers',
}

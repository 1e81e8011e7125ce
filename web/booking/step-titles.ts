import type { BookingStep } from './steps.ts'

export const STEP_TITLES: Record<BookingStep, string> = {
  time: 'Choose a time',
  consent: 'Consent form',
  check: 'Check your answers',
}

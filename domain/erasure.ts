import { addBusinessDays, isBusinessDay } from './business-days.ts'
import type { Reason } from './refusals.ts'
import { ukDate } from './uk-time.ts'

/** Periods as in the privacy policy. */
export const RETAINED_DATA = [
  {
    what: 'Consent forms and results',
    why: 'They are health records: you or your GP may need to know later what was found and what you agreed to. Who has looked at them stays with them.',
    until: '8 years after your last appointment',
  },
  {
    what: 'Payments and refunds',
    why: 'The law on accounts and tax asks for them.',
    until: '6 years after the end of the financial year',
  },
  {
    what: 'When and from which address your account was signed in to or changed',
    why: 'So that we can find out if somebody else was in it. Neither name nor email address is in it.',
    until: '12 months',
  },
  {
    what: 'That you left the newsletter',
    why: 'So that nobody puts you back on it by mistake.',
    until: '12 months',
  },
] as const

/** Appointments come first, because cancelling may start a refund. */
export function whyNotErase({
  hasUpcoming,
  hasMoneyUnderWay,
}: {
  hasUpcoming: boolean
  hasMoneyUnderWay: boolean
}): Reason | null {
  if (hasUpcoming) return 'erasure_after_appointment'
  return hasMoneyUnderWay ? 'erasure_after_payment' : null
}

/**
 * The last day to answer, 'YYYY-MM-DD': the same day of the next month or its last day, and the next
 * business day when that is none (Information Commissioner's Office).
 */
export function erasureDueOn(askedAt: Date): string {
  const asked = ukDate(askedAt)
  const [year, month, day] = asked.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const due = new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10)
  return isBusinessDay(due) ? due : addBusinessDays(due, 1)
}

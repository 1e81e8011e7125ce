import { addBusinessDays, isBusinessDay } from './business-days.ts'
import type { Reason } from './refusals.ts'
import { ukDate } from './uk-time.ts'

/** Periods as in the privacy policy. */
export const RETAINED_DATA = [
  {
    what: 'Consent forms and results',
    why: 'They are health records. You or your GP may need to know later what we found and what you agreed to. We also keep the list of who has looked at them.',
    until: '8 years after your last appointment',
  },
  {
    what: 'Payments and refunds',
    why: 'We must keep them by law, for accounts and tax.',
    until: '6 years after the end of the financial year',
  },
  {
    what: 'When your account was signed in to or changed, and the internet address used',
    why: 'So that we can find out if somebody else used your account. It does not include your name or email address.',
    until: '12 months',
  },
  {
    what: 'A record that you unsubscribed from the newsletter',
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
  const requestedOn = ukDate(askedAt)
  const [year, month, day] = requestedOn.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const due = new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10)
  return isBusinessDay(due) ? due : addBusinessDays(due, 1)
}

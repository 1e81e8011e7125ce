import { canStillChange } from './booking.ts'

/** Changes whenever a word below does: every withdrawal is stored with the version that was shown. */
export const WITHDRAWAL_VERSION = 'withdrawal 2026-11-22'

/** What a member is told before withdrawing a consent, word for word. */
export const WITHDRAWAL_WORDS = {
  test: 'Without your consent we take no blood from you and test none. Your consent for this event no longer counts, and we share nothing more with your GP.',
  early:
    'An appointment that is 48 hours away or more is cancelled, as if you had cancelled it yourself. The refund policy says what you get back.',
  late: 'An appointment that is less than 48 hours away stays in your list, marked as without consent. We tell our office, so that nobody takes your blood.',
  sample:
    'If your blood has been taken already, our office asks the laboratory to stop. A test that has been done cannot be undone.',
  kept: 'We keep the consent that you gave, your withdrawal and any result for as long as the law asks us to. What was done before stays lawful.',
  again: 'You can give your consent again at any time.',
} as const

/**
 * What a withdrawal does to the live appointment at its event: 'cancelled' as long as the member could
 * cancel it, then 'office told'; 'nothing' without an appointment (null).
 */
export function afterWithdrawal(
  appointment: { startsAt: Date } | null,
  now: Date,
): 'cancelled' | 'office told' | 'nothing' {
  if (!appointment) return 'nothing'
  return canStillChange(appointment.startsAt, now) ? 'cancelled' : 'office told'
}

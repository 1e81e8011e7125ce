import { hasCome } from './arrived.ts'
import { canStillChange } from './booking.ts'
import type { AttendanceState } from './office/attendance-states.ts'

/** Change this with any text below: it is stored with every withdrawal. */
export const WITHDRAWAL_VERSION = 'withdrawal 2026-11-22'

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

/** An appointment whose member has come stays, for the office to see to; without a sample it is over. */
/** How a member who did not use the website withdrew it. */
export const WITHDRAWAL_CHANNELS = ['telephone', 'paper', 'in person'] as const
export type WithdrawalChannel = (typeof WITHDRAWAL_CHANNELS)[number]

export function withdrawalOutcome(
  appointment: { startsAt: Date; attendance?: AttendanceState | null } | null,
  now: Date,
): 'cancelled' | 'office told' | 'nothing' {
  if (!appointment || appointment.attendance === 'not_sampled') return 'nothing'
  if (hasCome(appointment.attendance ?? null)) return 'office told'
  return canStillChange(appointment.startsAt, now) ? 'cancelled' : 'office told'
}

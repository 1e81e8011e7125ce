import { hasCome } from './arrived.ts'
import { canStillChange } from './booking.ts'
import type { AttendanceState } from './office/attendance-states.ts'

/** Change this with any text below: it is stored with every withdrawal. */
export const WITHDRAWAL_VERSION = 'withdrawal 2026-11-27'

export const WITHDRAWAL_WORDS = {
  test: 'Without your consent we will not take your blood or test it. Your consent for this event ends, and we will not share anything more with your GP.',
  early:
    'If your appointment is 48 hours away or more, we cancel it, as if you had cancelled it yourself. Our refund policy says what you get back.',
  late: 'If your appointment is less than 48 hours away, it stays in your list, marked ‘without consent’. We tell our office, so that nobody takes your blood.',
  sample:
    'If your blood has already been taken, our office will ask the laboratory to stop. A test that has been done cannot be undone.',
  kept: 'We keep a record of your consent, your withdrawal and any result for as long as the law says we must. Withdrawing does not make anything we did before it unlawful.',
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

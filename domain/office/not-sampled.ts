// What follows when a member came and no sample was taken.
import type { NOT_SAMPLED_REASONS } from './attendance.ts'

type Reason = (typeof NOT_SAMPLED_REASONS)[number]

/**
 * Whether the charity would like to try again: it offers another appointment, and what was paid is not
 * charged again. Not where the member chose against it or may not be tested.
 */
const IS_TO_TRY_AGAIN: Record<Reason, boolean> = {
  unwell: true,
  could_not_draw: true,
  other: true,
  declined: false,
  not_eligible: false,
  no_consent: false,
}

export const TRY_AGAIN_REASONS = (Object.keys(IS_TO_TRY_AGAIN) as Reason[]).filter(
  (reason) => IS_TO_TRY_AGAIN[reason],
)

export function isToTryAgain(reason: string | null): boolean {
  return TRY_AGAIN_REASONS.some((one) => one === reason)
}

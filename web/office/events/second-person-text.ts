import type { SecondPersonReason } from '../../../domain/office/bulk-actions.ts'

/** Why a second person confirms a cancellation, after 'because'. */
export const SECOND_PERSON_WORDS: Record<SecondPersonReason, string> = {
  members: 'more members are affected than one person can decide about',
  money: 'the amount to refund is more than one person can approve',
  'another event': 'the same person cancelled another event within 24 hours',
}

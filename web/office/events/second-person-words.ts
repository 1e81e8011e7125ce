import type { SecondPersonReason } from '../../../domain/office/bulk-actions.ts'

/** Why a second person confirms a cancellation, after 'because'. */
export const SECOND_PERSON_WORDS: Record<SecondPersonReason, string> = {
  members: 'ten members or more are concerned',
  money: 'the sum to pay back is above what one person decides',
  'another event': 'the same person cancelled another day within 24 hours',
}

// The question after a result that somebody has to follow up: its answers, the same by
// link and by telephone. A clinician has to approve the words.
import { addDays, isCalendarDate } from './uk-time.ts'

/** Six weeks and six months after the release. */
export const FOLLOW_UP_ROUNDS = ['six_weeks', 'six_months'] as const
export type FollowUpRound = (typeof FOLLOW_UP_ROUNDS)[number]

/** What came of it, as codes. */
export const OUTCOME_CODES = [
  'gp_seen',
  'repeat_test_done',
  'mri',
  'biopsy',
  'diagnosis',
  'treatment',
  'nothing_done',
  'will_not_say',
] as const
export type OutcomeCode = (typeof OUTCOME_CODES)[number]

/** As the member reads them, the later steps last. */
export const OUTCOME_CHOICES: Record<OutcomeCode, string> = {
  gp_seen: 'I have seen my GP',
  repeat_test_done: 'I had the test again',
  mri: 'I had an MRI scan',
  biopsy: 'I had a biopsy',
  diagnosis: 'I was given a diagnosis',
  treatment: 'I am being treated',
  nothing_done: 'Nothing yet',
  will_not_say: 'I would rather not say',
}

/** What was found, asked of a member who was given a diagnosis or is being treated. */
export const DIAGNOSES = [
  'prostate_cancer',
  'other_cancer',
  'benign',
  'other',
  'will_not_say',
] as const
export type Diagnosis = (typeof DIAGNOSES)[number]
export const DIAGNOSIS_CHOICES: Record<Diagnosis, string> = {
  prostate_cancer: 'Prostate cancer',
  other_cancer: 'Another cancer',
  benign: 'An enlarged or inflamed prostate, and no cancer',
  other: 'Something else',
  will_not_say: 'I would rather not say',
}

/** Whether the outcome can name a diagnosis. */
export function hasDiagnosis(outcome: string): boolean {
  return outcome === 'diagnosis' || outcome === 'treatment'
}

/** Only what has happened has a day. */
export function hasDay(outcome: OutcomeCode): boolean {
  return outcome !== 'nothing_done' && outcome !== 'will_not_say'
}

const YEAR = 366

/** The sentence for a day that cannot be entered; null when it can. Days 'YYYY-MM-DD', London. */
export function outcomeDayFault(day: string, today: string): string | null {
  if (!isCalendarDate(day)) return 'Enter a date, for example 27 3 2027, or leave it empty.'
  if (day > today) return 'The date must be today or in the past.'
  return day < addDays(today, -YEAR) ? 'The date must be in the last 12 months.' : null
}

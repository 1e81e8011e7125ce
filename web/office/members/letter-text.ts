import type { CodeState, LetterStep } from '../../../domain/office/claim-letters.ts'

export const STEP_WORDS: Record<LetterStep, string> = {
  printed: 'Mark as printed',
  posted: 'Mark as posted',
  returned: 'Mark as returned',
}

export const CODE_WORDS: Record<Exclude<CodeState, 'open'>, string> = {
  expired: 'Expired: not used in time',
  claimed: 'Used: they have their account',
  waiting: 'Used: an account is waiting for a clinician or the contact on record',
  'merge asked': 'Used: an admin is comparing two records',
  replaced: 'Replaced by a newer letter',
  returned: 'Ended: the letter was returned',
  'tried out': 'Ended: five wrong dates of birth',
}

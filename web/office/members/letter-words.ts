import type { CodeState, LetterStep } from '../../../domain/office/claim-letters.ts'

export const STEP_WORDS: Record<LetterStep, string> = {
  printed: 'It is printed',
  posted: 'It is posted',
  returned: 'It came back',
}

export const CODE_WORDS: Record<Exclude<CodeState, 'open'>, string> = {
  expired: 'Over: it was not used in time',
  claimed: 'Used: they have their account',
  waiting: 'Used: an account is waiting for a clinician or the contact on record',
  'merge asked': 'Used: an admin compares two records',
  replaced: 'Ended by a newer letter',
  returned: 'Ended: the letter came back',
  'tried out': 'Ended: wrong dates of birth, five times',
}

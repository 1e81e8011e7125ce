// What a member reads of a sample that gave no number, and of a result that was withdrawn: in the
// portal and in letters.
import type { NoNumberOutcome } from './office/lab-rows.ts'
import type { TakeBackReason } from './office/taking-back.ts'

/** `kind` is a heading, `happened` a sentence or two. */
export type OutcomeText = { kind: string; happened: string }

export const OUTCOME_WORDS: Record<NoNumberOutcome, OutcomeText> = {
  haemolysed: {
    kind: 'The blood cells had broken down',
    happened:
      'Some of the red blood cells in your sample broke down before it was tested. This can happen when blood is taken or transported. The number would not have been reliable.',
  },
  insufficient: {
    kind: 'There was not enough blood',
    happened: 'There was not enough blood in the tube for the laboratory to test.',
  },
  unlabelled: {
    kind: 'The tube had no label',
    happened:
      'The tube reached the laboratory without a readable label. We never test a sample that might be somebody else’s. We are sorry.',
  },
  leaked: {
    kind: 'The tube had leaked',
    happened: 'The tube had leaked on its way to the laboratory, so it could not be tested.',
  },
  too_old: {
    kind: 'The sample arrived too late',
    happened:
      'The sample was too old when it reached the laboratory, and the number would not have been reliable. We are sorry.',
  },
  wrong_tube: {
    kind: 'It was the wrong kind of tube',
    happened:
      'Your blood was taken into a kind of tube that the laboratory cannot use for this test. We are sorry.',
  },
  lost: {
    kind: 'The sample was lost',
    happened: 'Your sample was lost before it could be tested. We are sorry.',
  },
  not_processed: {
    kind: 'The sample was not tested',
    happened: 'The laboratory could not test your sample and gave us no more detail.',
  },
}

export const NOTHING_MEASURED =
  'This does not tell us anything about your health. Nothing was measured, and it is not a sign that anything is wrong.'

export const FREE_REPEAT =
  'You can have the test again for free. Book any event. If it shows a price, you do not have to pay it.'

export const RIGHT_ONE_FOLLOWS =
  'You do not need another blood test for this. We will send you the right result as soon as a clinician has looked at it again.'

/** Whether the right band or words follow: nobody is tested again for our own slip. */
export function isRightOneAwaited(takenBack: TakeBackReason | undefined): boolean {
  return takenBack === 'wrong_band' || takenBack === 'wrong_words'
}

export const WITHDRAWN: OutcomeText = {
  kind: 'The laboratory withdrew this result',
  happened:
    'The laboratory has told us not to use the number it gave before. It has not given us a new one.',
}

/** What the charity itself took back. */
export const TAKEN_BACK: Record<TakeBackReason, OutcomeText> = {
  wrong_man: {
    kind: 'A result that was not yours was withdrawn',
    happened:
      'We gave you a result that was another person’s. We are sorry. It says nothing about you.',
  },
  wrong_band: {
    kind: 'We took this result back',
    happened:
      'We made a mistake in what we told you about your result. We are sorry. A clinician is looking at it again, and we will tell you.',
  },
  wrong_words: {
    kind: 'We took this result back',
    happened:
      'There was a mistake in the words that we sent with your result. We are sorry. We will send you the right ones.',
  },
}

export const AFTER_WITHDRAWAL =
  'Please do not rely on the earlier number. If you have shown it to your GP, tell the surgery that it has been withdrawn.'

export const AFTER_TAKE_BACK =
  'Please do not go by what we told you before. If you have shown it to your GP, tell the surgery that it was withdrawn.'

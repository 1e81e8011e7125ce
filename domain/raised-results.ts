// What a member with a raised result reads, by the band that a clinician gave, never by the number.
// A clinician has to approve the text; facts as in content/articles. No generic words on the limits
// of the test stand beside it: they could be read as leave to wait.
import type { Band } from './results.ts'

export type RaisedBand = Exclude<Band, 'Green'>

export type RaisedWords = {
  /** What to do, and how soon: the first lines of the page. */
  next: string
  how: string
  /** To the receptionist of the surgery; `test` is the day and `found` value and unit. */
  say: (of: { test: string; found: string }) => string
  bring: string
  happens: readonly string[]
  notMeant: readonly string[]
  /** Signs that are not to wait. */
  sooner: string
  contact: readonly string[]
}

const NOT_CANCER =
  'It does not mean that you have cancer. Most men with a raised PSA turn out not to have it.'
const OTHER_CAUSES =
  'Age, a large prostate, an infection, hard exercise, cycling or ejaculation can raise PSA too.'
const TREATMENT =
  'If a cancer is found, it may not need treatment. Most slow cancers are watched with tests.'
const SIGNS =
  'Do you see blood when you pass urine? Do you have pain in your back or hips that rest does not ease? Then see your GP now.'

export const RAISED_WORDS: Record<RaisedBand, RaisedWords> = {
  Red: {
    next: 'Ring your GP surgery and ask to be seen within 2 weeks.',
    how: 'Say that it is about a PSA result. Can they not see you in that time? Then ring our medical line.',
    say: ({ test, found }) =>
      `I had a PSA blood test on ${test}. The result was ${found}. They marked it red, and told me to see a GP within 2 weeks. I have a letter with the result.`,
    bring: 'Take the letter with you. It has all that your GP needs, on one page.',
    happens: [
      'Your GP asks how you are, and most often takes your blood again.',
      'You may then have an MRI scan. It is a picture of the prostate.',
      'A small sample is taken from the prostate only if the scan or your risk calls for it.',
    ],
    notMeant: [
      NOT_CANCER,
      OTHER_CAUSES,
      TREATMENT,
      'It does not mean that you can leave it. Only your GP can find out why it is raised.',
    ],
    sooner: SIGNS,
    contact: [
      'You ring your GP. We do not book it for you.',
      'You can ring our medical line about this result.',
      'We ask you after 6 weeks, and after 6 months, what your GP found. You need not answer.',
    ],
  },
  Amber: {
    next: 'Repeat the test in 3 months.',
    how: 'You can come to one of our events, or ask your GP for the test.',
    say: ({ test, found }) =>
      `I had a PSA blood test on ${test}. The result was ${found}. They marked it amber, and told me to have the test again in 3 months. Can you do it here? I have a letter with the result.`,
    bring: 'Take the letter with you. It has all that your GP needs, on one page.',
    happens: [
      'The next test shows whether your PSA has gone down, stayed or gone up.',
      'If it is still raised, see your GP. You may then have an MRI scan.',
      'For 48 hours before the test, no hard exercise and no ejaculation. After a urine infection, wait 6 weeks.',
    ],
    notMeant: [
      NOT_CANCER,
      OTHER_CAUSES,
      'It does not mean that you can skip the next test. One number says less than two.',
    ],
    sooner: SIGNS,
    contact: [
      'You book the next test, with us or with your GP.',
      'We remind you when it is due.',
      'You can ring our medical line about this result.',
    ],
  },
}

/** In place of the generic limits of the test. */
export const RAISED_LIMITS: Record<RaisedBand, string> = {
  Red: `${NOT_CANCER} But please see your GP within 2 weeks, even if you feel well.`,
  Amber: `${NOT_CANCER} But please have the test again, even if you feel well.`,
}

/** Null for green, for none and for a result that is not to be read any more. */
export function raisedBand(band: Band | null | undefined): RaisedBand | null {
  return band === 'Red' || band === 'Amber' ? band : null
}

// What a member with a raised result reads, by the band that a clinician gave, never by the number.
// A clinician has to approve the text; facts as in content/articles. No generic words on the limits
// of the test stand beside it: they could be read as leave to wait.
import type { Band } from './results.ts'

export type RaisedBand = Exclude<Band, 'Green'>

type RaisedText = {
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
  'See your GP now if you have blood in your urine, or pain in your back or hips that does not ease when you rest.'

export const RAISED_WORDS: Record<RaisedBand, RaisedText> = {
  Red: {
    next: 'Call your GP surgery and ask to be seen within 2 weeks.',
    how: 'Say that it is about a PSA result. If they cannot see you in that time, call our medical line.',
    say: ({ test, found }) =>
      `I had a PSA blood test on ${test}. The result was ${found}. They marked it red, and told me to see a GP within 2 weeks. I have a letter with the result.`,
    bring: 'Take the letter with you. It has everything your GP needs, on one page.',
    happens: [
      'Your GP will ask how you are. They will usually take another blood sample.',
      'You may then have an MRI scan. It is a picture of the prostate.',
      'A small sample (a biopsy) is taken from the prostate only if the scan or your risk makes it necessary.',
    ],
    notMeant: [
      NOT_CANCER,
      OTHER_CAUSES,
      TREATMENT,
      'It does not mean you can ignore it. Only your GP can find out why your PSA is raised.',
    ],
    sooner: SIGNS,
    contact: [
      'You need to call your GP. We do not book the appointment for you.',
      'You can call our medical line about this result.',
      'We will ask you after 6 weeks, and again after 6 months, what your GP found. You do not have to answer.',
    ],
  },
  Amber: {
    next: 'Repeat the test in 3 months.',
    how: 'You can come to one of our events, or ask your GP for the test.',
    say: ({ test, found }) =>
      `I had a PSA blood test on ${test}. The result was ${found}. They marked it amber, and told me to have the test again in 3 months. Can you do it here? I have a letter with the result.`,
    bring: 'Take the letter with you. It has everything your GP needs, on one page.',
    happens: [
      'The next test will show whether your PSA has gone down, stayed the same or gone up.',
      'If it is still raised, see your GP. You may then have an MRI scan.',
      'For 48 hours before the test, do not do hard exercise and do not ejaculate. If you have had a urine infection, wait 6 weeks.',
    ],
    notMeant: [
      NOT_CANCER,
      OTHER_CAUSES,
      'It does not mean you can skip the next test. Two numbers tell us more than one.',
    ],
    sooner: SIGNS,
    contact: [
      'You need to book the next test, with us or with your GP.',
      'We will remind you when it is due.',
      'You can call our medical line about this result.',
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

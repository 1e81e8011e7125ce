/** The charity's words for a band that a clinician gave. */
export const BAND_WORDS = [
  {
    colour: 'Green',
    means: 'Normal',
    next: 'Have another test in 1, 2 or 3 years, depending on your risk.',
  },
  { colour: 'Amber', means: 'Slightly raised', next: 'Repeat the test in 3 months.' },
  { colour: 'Red', means: 'Significantly raised', next: 'See your GP.' },
] as const

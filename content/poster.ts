// Sample text, to be approved by a clinician.

export const POSTER = {
  day: 'World Cancer Day',
  date: '4 February',
  headline: ['One man in eight', 'will get prostate cancer.'],
  about: 'For Black men it is one in four. Early on there are usually no symptoms.',
  asks: [
    { who: '50 or over?', what: ['Ask your GP about', 'a PSA blood test.'] },
    { who: '45 or over?', what: ['Black, or in the family?', 'Talk to your GP as well.'] },
    { who: 'Symptoms?', what: ['Do not wait.', 'See your GP now.'] },
  ],
  limitsTitle: 'Know both sides before you choose',
  limits: [
    'A raised PSA is not a diagnosis. A normal one does not rule cancer out.',
    'The test can find cancers that would never have done harm.',
    'The UK National Screening Committee does not recommend mass PSA screening.',
  ],
} as const

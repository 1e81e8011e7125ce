/** How long to wait after what can affect a PSA result. A clinician has to approve the text. */
export const WAITS = [
  [
    '48 hours',
    'No hard exercise, cycling above all, and no ejaculation. Both can raise PSA for a while.',
  ],
  ['1 week', 'No anal sex and nothing else that presses on the prostate.'],
  [
    '6 weeks',
    'Wait this long after a urine infection or its treatment, a biopsy, a catheter, or surgery to the bladder or prostate.',
  ],
] as const

export const BEFORE_THE_TEST =
  'Eat and drink as usual. Tell us if you take finasteride (Proscar, Propecia) or dutasteride (Avodart, Combodart), because they can about halve PSA. Keep taking what you are prescribed.'

/** As a page shows it. */
export const PREPARATION = { waits: WAITS, beforeTheTest: BEFORE_THE_TEST }

export const WHEN_TO_ARRIVE = 'Please arrive at your time, not before: halls are small.'

export const ON_THE_DAY = `${WHEN_TO_ARRIVE} Bring your booking reference and something with your name and photo, and wear a sleeve that rolls up.`

/** A sample figure, which the charity has to confirm. */
export const RESULT_COMES =
  'Usually within two weeks of your test, in your portal. We write to you when it is there.'

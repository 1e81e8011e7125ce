/** How long to wait after what can affect a PSA result. A clinician has to approve the text. */
export const WAITS = [
  [
    '48 hours',
    'Do not do hard exercise, especially cycling, and do not ejaculate. Both can raise your PSA level for a while.',
  ],
  ['1 week', 'Do not have anal sex or do anything else that presses on the prostate.'],
  [
    '6 weeks',
    'Wait this long after a urine infection or treatment for one, a biopsy, a catheter, or surgery to your bladder or prostate.',
  ],
] as const

export const BEFORE_THE_TEST =
  'Eat and drink as usual. Tell us if you take finasteride (Proscar, Propecia) or dutasteride (Avodart, Combodart), because they can reduce your PSA level by about half. Keep taking what you are prescribed.'

/** As a page shows it. */
export const PREPARATION = { waits: WAITS, beforeTheTest: BEFORE_THE_TEST }

export const WHEN_TO_ARRIVE = 'Please arrive on time, but not early: halls are small.'

export const ON_THE_DAY = `${WHEN_TO_ARRIVE} Bring your booking reference and photo ID, and wear a sleeve that rolls up.`

/** A sample figure, which the charity has to confirm. */
export const RESULT_COMES =
  'Usually within two weeks of your test, in your portal. We will tell you when it is there.'

/** Required wherever a result is shown or testing is promoted. */
export const LIMITS_OF_THE_TEST =
  'A normal PSA does not rule cancer out, and a raised PSA is not a diagnosis. See your GP if you notice blood in your urine or a change in how you pass urine.'

/** To a GP, of any result. */
export const LIMITS_FOR_GP =
  'A clinician or the laboratory entered the colour and the comment. Nothing here is worked out from the number. Different organisations use different thresholds. A raised PSA is not a diagnosis, and a normal PSA does not rule cancer out.'

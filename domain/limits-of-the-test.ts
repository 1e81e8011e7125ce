/** Required wherever a result is shown or testing is promoted. */
export const LIMITS_OF_THE_TEST =
  'A normal PSA does not rule cancer out, and a raised one is not a diagnosis: see your GP if you notice changes when you pass urine, or blood.'

/** To a GP, of any result. */
export const LIMITS_FOR_GP =
  'A band or comment is what the clinician or the laboratory entered; nothing here is worked out from the number. Thresholds differ between bodies. A raised PSA is not a diagnosis, and a normal one does not rule cancer out.'

import { OUR, OUR_ADDRESS, type Wording, wording } from './charity.ts'
import { CHARITY_NAME } from './charity-name.ts'

/** The model cancellation form of SI 2013/3134, Schedule 3, part B, for a booking of a test. */
export const CANCELLATION_FORM: readonly Wording[] = [
  wording`To ${CHARITY_NAME}, ${OUR_ADDRESS}, ${OUR.email}`,
  'I hereby give notice that I cancel my contract for the supply of the following service: a PSA test',
  'Ordered on:',
  'Name of consumer:',
  'Address of consumer:',
  'Signature of consumer (only if you send this form on paper):',
  'Date:',
]

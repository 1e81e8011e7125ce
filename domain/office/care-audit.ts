// What the audit log says of a member's care to those who may not know results: which loop was
// closed, who was rung and who answered a question would tell a band.
import type { LoopKind } from './care-loops.ts'

/** Every change of which the words or the details would tell it. */
export const CARE_ACTIONS = [
  'result reviewed',
  'result reviewed again',
  'result sent back',
  'member rung about a result',
  'care loop closed',
  'rung without an answer',
  'rung, left a message',
  'follow-up answered',
  'recall answered',
  'GP appointment entered',
  'GP appointment taken back',
] as const

/** Of everybody with a sample, so they tell nothing. */
export const KINDS_OF_EVERYBODY: readonly LoopKind[] = [
  'booked_to_attended',
  'sample_to_lab',
  'lab_to_result',
]

/** What is shown instead. */
export const CARE_WORDS = { action: 'care recorded', subject: 'the member’s care' } as const

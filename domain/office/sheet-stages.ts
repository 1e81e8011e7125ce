import { LOOP_RULES, type LoopKind } from './care-loops.ts'
import type { SheetStage } from './loop-schemas.ts'
import type { Role } from './permissions.ts'

/**
 * Which tasks are counted at each stage of the failsafe sheet. The office sees how far a sample has come, and
 * no more: a second review would say that it is red.
 */
export const STAGE_KINDS: Record<SheetStage, readonly LoopKind[]> = {
  at_the_venue: ['booked_to_attended', 'two_tubes'],
  on_the_way: ['sample_to_lab', 'tell_laboratory'],
  at_the_lab: ['lab_to_result'],
  review: [
    'result_to_review',
    'second_review',
    'review_to_release',
    'sample_undone',
    'sampled_in_doubt',
    'consent_withdrawn',
    'result_of_the_dead',
  ],
  reading: ['released_to_read', 'no_way_to_tell', 'take_back', 'parted_result'],
}

/** Whether tasks of this stage are in the list of a person with these roles from the beginning. */
export function ownsStage(stage: SheetStage, roles: readonly Role[]): boolean {
  return STAGE_KINDS[stage].some((kind) => roles.includes(LOOP_RULES[kind].owner))
}

// By what a person may close a care loop; events close most of them.
import type { LoopKind } from './care-loops.ts'

/** What came of a red result; codes as office.md §6 has them. */
export const OUTCOME_CODES = [
  'gp_seen',
  'repeat_test_done',
  'mri',
  'biopsy',
  'diagnosis',
  'treatment',
  'nothing_done',
  'will_not_say',
] as const

/** End every loop of the person. */
export const ENDS_ALL = ['died', 'asked_us_to_stop'] as const

const REASONS_OF = {
  booked_to_attended: ['did_not_come', 'not_sampled'],
  sample_to_lab: ['received_by_lab', 'sample_lost'],
  lab_to_result: ['sample_lost'],
  result_to_review: [],
  second_review: [],
  review_to_release: [],
  released_to_read: ['told_by_telephone', 'told_by_letter', 'not_reachable'],
  repeat_test: ['repeated_elsewhere', 'declined'],
  gp_told: ['gp_told', 'declined'],
  gp_outcome: OUTCOME_CODES,
  recall: ['booked', 'tested_elsewhere', 'declined'],
} as const satisfies Record<LoopKind, readonly string[]>

type OwnReason = (typeof REASONS_OF)[LoopKind][number]
export type CloseReason = OwnReason | (typeof ENDS_ALL)[number]

export const CLOSE_REASONS: readonly CloseReason[] = [
  ...new Set<CloseReason>([...Object.values(REASONS_OF).flat(), ...ENDS_ALL]),
]

/** A review or a release is closed by itself alone, or with everything of the person. */
export function reasonsFor(kind: LoopKind): CloseReason[] {
  return [...REASONS_OF[kind], ...ENDS_ALL]
}

export function endsAll(reason: CloseReason): boolean {
  return ENDS_ALL.some((one) => one === reason)
}

/** Needs words of what was tried and what happens now. */
export function needsNote(reason: CloseReason): boolean {
  return NEED_NOTE.includes(reason)
}

const NEED_NOTE: readonly CloseReason[] = [
  'sample_lost',
  'not_reachable',
  'did_not_come',
  'not_sampled',
  'declined',
  ...ENDS_ALL,
]

/** What is opened when a person closes a loop of this kind by this reason. */
export function opensNext(kind: LoopKind, reason: CloseReason): LoopKind | null {
  if (endsAll(reason)) return null
  if (reason === 'sample_lost') return 'repeat_test'
  if (kind === 'sample_to_lab') return 'lab_to_result'
  return kind === 'gp_told' ? 'gp_outcome' : null
}

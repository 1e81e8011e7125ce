// By what a person may close a care loop; events close most of them.
import { type FollowUpRound, OUTCOME_CODES, type OutcomeCode } from '../follow-up.ts'
import type { LoopKind, Pace } from './care-loops.ts'

const TOLD_OR_NOT = [
  'told_by_telephone',
  'told_in_person',
  'wrong_number',
  'not_needed',
  'not_reachable',
] as const

const REASONS_OF = {
  booked_to_attended: ['did_not_come', 'not_sampled'],
  sample_to_lab: ['received_by_lab', 'sample_lost'],
  lab_to_result: ['sample_lost'],
  result_to_review: [],
  second_review: [],
  review_to_release: [],
  released_to_read: ['told_by_telephone', 'told_in_person', 'told_by_letter', 'not_reachable'],
  repeat_test: ['repeated_elsewhere', 'declined', 'asked_us_to_stop'],
  gp_told: ['gp_told', 'declined'],
  gp_outcome: [...OUTCOME_CODES, 'asked_us_to_stop'],
  recall: ['tested_elsewhere', 'declined', 'asked_us_to_stop'],
  sample_undone: ['dealt_with'],
  two_tubes: ['dealt_with'],
  tell_laboratory: ['laboratory_told'],
  not_sampled: ['new_appointment', 'declined', 'not_reachable', 'asked_us_to_stop'],
  consent_withdrawn: [],
  result_of_the_dead: ['family_or_gp_told', 'nobody_to_tell'],
  no_way_to_tell: ['told_by_telephone', 'told_in_person', 'not_reachable'],
  incident: ['incident_reported', 'incident_not_reportable'],
  take_back: [],
  capacity_doubt: [],
  sampled_in_doubt: ['dealt_with'],
  parted_result: ['dealt_with'],
  not_told: TOLD_OR_NOT,
  unpaid: TOLD_OR_NOT,
  place_offered: TOLD_OR_NOT,
  did_not_attend: [
    'told_by_telephone',
    'new_appointment',
    'wrong_number',
    'declined',
    'not_reachable',
    'asked_us_to_stop',
  ],
} as const satisfies Record<LoopKind, readonly string[]>

export type CloseReason = (typeof REASONS_OF)[LoopKind][number] | 'died'

export const CLOSE_REASONS: readonly CloseReason[] = [
  ...new Set<CloseReason>([...Object.values(REASONS_OF).flat(), 'died']),
]

/**
 * A review or a release ends by itself, or with everything of the person. That a letter was posted
 * is not enough for a result that is chased: its member reads it, or somebody tells them.
 */
export function reasonsFor(kind: LoopKind, pace: Pace = 'usual'): CloseReason[] {
  const reasons: CloseReason[] = [...REASONS_OF[kind], ...(outlivesMember(kind) ? [] : DIED)]
  return pace === 'usual' ? reasons : reasons.filter((reason) => reason !== 'told_by_letter')
}

const DIED = ['died'] as const
/** What somebody has still to do, or to choose, although the member has died. */
const OUTLIVING: readonly LoopKind[] = [
  'sample_undone',
  'two_tubes',
  'tell_laboratory',
  'consent_withdrawn',
  'result_of_the_dead',
  'incident',
  'take_back',
  'sampled_in_doubt',
  'parted_result',
]

function outlivesMember(kind: LoopKind): boolean {
  return OUTLIVING.includes(kind)
}

const TOLD: readonly CloseReason[] = ['told_by_telephone', 'told_in_person', 'told_by_letter']

/** Which open loops of the same result the reason closes besides its own: the member knows it. */
export function alsoClosesOfResult(reason: CloseReason, kind: LoopKind): boolean {
  return TOLD.includes(reason) && (kind === 'released_to_read' || kind === 'no_way_to_tell')
}

/** Which open loops of the person the reason closes besides its own. */
export function alsoCloses(reason: CloseReason, kind: LoopKind): boolean {
  if (reason === 'died') return !outlivesMember(kind)
  return reason === 'asked_us_to_stop' && reasonsFor(kind).includes('asked_us_to_stop')
}

/** Needs words of what was tried and what happens now. */
export function needsNote(reason: CloseReason): boolean {
  return NEED_NOTE.includes(reason)
}

const NEED_NOTE: readonly CloseReason[] = [
  'dealt_with',
  'nobody_to_tell',
  'incident_reported',
  'incident_not_reportable',
  'did_not_come',
  'not_sampled',
  'sample_lost',
  'not_reachable',
  'declined',
  'asked_us_to_stop',
  'died',
]

/** Only when every step of the loop was taken. */
export function needsAllSteps(reason: CloseReason): boolean {
  return reason === 'not_reachable'
}

/** What is opened when a person closes a loop of this kind by this reason. */
export function opensNext(kind: LoopKind, reason: CloseReason): LoopKind | null {
  if (reason === 'died' || reason === 'asked_us_to_stop') return null
  if (reason === 'sample_lost') return 'repeat_test'
  if (kind === 'sample_to_lab') return 'lab_to_result'
  return kind === 'gp_told' ? 'gp_outcome' : null
}

type AfterAnswer = { closes: readonly LoopKind[]; opens: LoopKind | null; isToRing: boolean }

/**
 * What a member's own answer to the follow-up does to the open loops of the result. At six weeks the
 * outcome stays open for six months; nothing done yet closes nothing, and a person rings.
 */
export function afterAnswer(round: FollowUpRound, outcome: OutcomeCode): AfterAnswer {
  if (outcome === 'nothing_done') return { closes: [], opens: null, isToRing: true }
  if (round === 'six_weeks' && outcome !== 'will_not_say')
    return { closes: ['gp_told'], opens: 'gp_outcome', isToRing: false }
  return { closes: ['gp_told', 'gp_outcome'], opens: null, isToRing: false }
}

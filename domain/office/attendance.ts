// What became of an appointment on the day (rules §9.4). Every press is an action that is kept;
// the state follows from the actions that nobody has undone, in whatever order they arrive, so
// that two tablets without a network agree as soon as both have sent theirs.

import type { AttendanceState } from './attendance-states.ts'
import type { TubeLimit } from './tube-limits.ts'
import type { TakingRefusal, UndoRefusal } from './venue-payments.ts'
import type { WalkInFlag, WalkInRefusal } from './walk-ins.ts'

/**
 * `walk_in` registers a person who came without an appointment, `taking` records their money;
 * `both_theirs` is a lead's word that several samples are all the member's; `doubt` that somebody
 * doubts whether the member understands the test: no blood before a clinician has decided; `slip`
 * that the member has a slip with the number of their tube.
 */
export const ACTION_TYPES = [
  'arrive',
  'sample',
  'not_sampled',
  'undo',
  'walk_in',
  'taking',
  'both_theirs',
  'doubt',
  'slip',
] as const
export const NOT_SAMPLED_REASONS = [
  'declined',
  'unwell',
  'could_not_draw',
  'not_eligible',
  'no_consent',
  'other',
] as const
/** `at` is the device's clock, set right by the server's; `undoes` an action's id. */
export type AttendanceAction = {
  id: string
  type: Exclude<(typeof ACTION_TYPES)[number], 'taking'> | 'did_not_attend'
  at: Date
  tube: string | null
  reason: string | null
  undoes: string | null
  /** The samples that `both_theirs` declares. */
  samples?: string[] | null
  /** The tube code of a `slip`, or of the slip that was scanned with a sample. */
  slip?: string | null
}

/** `deciding` gave the state; null while the member is expected. */
export type Attendance = {
  state: AttendanceState
  deciding: AttendanceAction | null
  arrivedAt: Date | null
  tubes: string[]
}

/**
 * A sample outweighs a reason why there was none, that an arrival, and that an absence: people
 * change their minds, and a tube in the box is a fact. `actions` are those of one appointment that
 * were not refused.
 */
export function attendanceOf(actions: readonly AttendanceAction[]): Attendance {
  const standing = standingActions(actions)
  const last = (type: AttendanceAction['type']) =>
    standing.findLast((action) => action.type === type)
  const arrival = standing.find(({ type }) => type === 'arrive' || type === 'walk_in') ?? null
  const samples = standingSamples(actions)
  const deciding = samples[0] ?? last('not_sampled') ?? arrival ?? last('did_not_attend') ?? null
  return {
    state: deciding ? STATE_AFTER[deciding.type] : 'expected',
    deciding,
    arrivedAt: arrival?.at ?? samples[0]?.at ?? null,
    tubes: samples.flatMap(({ tube }) => tube ?? []),
  }
}

const STATE_AFTER: Record<AttendanceAction['type'], AttendanceState> = {
  arrive: 'arrived',
  walk_in: 'arrived',
  sample: 'sampled',
  not_sampled: 'not_sampled',
  did_not_attend: 'did_not_attend',
  undo: 'expected',
  both_theirs: 'expected',
  doubt: 'expected',
  slip: 'expected',
}

/** The samples that nobody has undone, by their time; more than one is a problem by itself. */
export function standingSamples(actions: readonly AttendanceAction[]): AttendanceAction[] {
  return standingActions(actions).filter(({ type }) => type === 'sample')
}

/** The actions that nobody has undone, by their time. */
export function standingActions(actions: readonly AttendanceAction[]): AttendanceAction[] {
  const undone = new Set(actions.flatMap(({ undoes }) => undoes ?? []))
  return actions
    .filter(({ id, type }) => type !== 'undo' && !undone.has(id))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Whether several samples stand that no lead has declared to be all the member's. */
export function hasDoubtfulSamples(actions: readonly AttendanceAction[]): boolean {
  const ids = standingSamples(actions).map(({ id }) => id)
  const declarations = standingActions(actions).flatMap(({ type, samples }) =>
    type === 'both_theirs' && samples ? [samples] : [],
  )
  return ids.length > 1 && !areDeclaredTheirs(ids, declarations)
}

/** Whether one declaration of a lead names every one of these samples; all by their actions' ids. */
export function areDeclaredTheirs(
  sampleIds: readonly string[],
  declarations: readonly (readonly string[])[],
): boolean {
  return declarations.some((declared) => sampleIds.every((id) => declared.includes(id)))
}

/** The standing actions that each give the present state: several after two samples. */
export function decidingActions(actions: readonly AttendanceAction[]): AttendanceAction[] {
  const { state } = attendanceOf(actions)
  if (state === 'expected') return []
  return standingActions(actions).filter(({ type }) => STATE_AFTER[type] === state)
}

/** What an undo that names nothing takes back; null when there is none, or more than one. */
export function undoneNow(actions: readonly AttendanceAction[]): AttendanceAction | null {
  const [only = null, ...others] = decidingActions(actions)
  return others.length === 0 ? only : null
}

export type ActionOutcome =
  | { status: 'applied'; code: null }
  | { status: 'flagged'; code: Flag }
  | { status: 'refused'; code: ActionRefusal }

/** Done, but a person should look at it. */
export type Flag =
  | 'cancelled_meanwhile'
  | 'already_arrived'
  | 'already_sampled'
  | 'sampled_before'
  | 'sampled_in_doubt'
  | 'slip_differs'
  | 'undone_before'
  | 'clock_wrong'
  | 'number_used'
  | 'label_not_of_day'
  | WalkInFlag
/** Not done; kept for the lead. */
type ActionRefusal =
  | 'id_taken'
  | 'not_of_this_event'
  | 'tube_misread'
  | 'tube_taken'
  | 'reason_needed'
  | 'nothing_to_undo'
  | 'undo_unclear'
  | 'lead_needed'
  | 'samples_changed'
  | 'walk_in_not_recorded'
  | TubeLimit
  | WalkInRefusal
  | TakingRefusal
  | UndoRefusal

type Facts = {
  appointment: { id: number; status: 'booked' | 'cancelled' } | null
  before: readonly AttendanceAction[]
  tubeOf: number | null
  /** The tube's sample no longer stands, and was of the same event. */
  isTakenBack?: boolean
  /** Why no further tube is recorded, of this appointment or by this person. */
  tubeLimit?: TubeLimit | null
  isLead?: boolean
  /** A doubt stands whether the member understands the test. */
  isDoubted?: boolean
  /** Tube and slips disagree (differsFromSlip), or the slip's number is somebody else's. */
  differs?: boolean
  isClosed: boolean
  /** What is odd about the action itself; a flag of its appointment comes first. */
  warning?: Flag | null
}

/**
 * What becomes of `action`; `before` are the actions of its appointment so far.
 * `tubeOf` is the appointment that the tube belongs to, null for a new one; the `tube` of a sample
 * is null when its code is missing or misread. A tube that was taken back goes to another member
 * only by a lead, with a reason.
 */
export function judgeAction(action: AttendanceAction, facts: Facts): ActionOutcome {
  const { appointment, before, isClosed, warning = null } = facts
  const { isDoubted = false, differs = false } = facts
  if (!appointment) return refused('not_of_this_event')
  const refusal = refusalOf(action, { ...facts, appointmentId: appointment.id })
  if (refusal) return refused(refusal)
  const isBooked = appointment.status === 'booked'
  const flag = flagOf(action, { isBooked, before, isDoubted, differs, isClosed }) ?? warning
  return flag ? { status: 'flagged', code: flag } : { status: 'applied', code: null }
}

type Known = Omit<Facts, 'appointment'> & { appointmentId: number }

function refusalOf(action: AttendanceAction, known: Known): ActionRefusal | null {
  const { type, reason } = action
  if (type === 'sample') return sampleRefusal(action, known)
  if (type === 'slip') return action.slip ? null : 'tube_misread'
  const hasReason =
    type === 'not_sampled' ? NOT_SAMPLED_REASONS.some((one) => one === reason) : Boolean(reason)
  if (NEED_REASON.includes(type) && !hasReason) return 'reason_needed'
  if (type === 'undo') return undoRefusal(action, known)
  return type === 'both_theirs' ? declarationRefusal(action, known) : null
}

const NEED_REASON: readonly AttendanceAction['type'][] = ['not_sampled', 'undo', 'both_theirs']

function sampleRefusal({ tube, reason }: AttendanceAction, known: Known): ActionRefusal | null {
  const { tubeOf, appointmentId, isTakenBack = false, isLead = false, tubeLimit = null } = known
  if (tube === null) return 'tube_misread'
  if (tubeOf === null || tubeOf === appointmentId) return tubeLimit
  if (!isTakenBack || !isLead) return 'tube_taken'
  return reason ? null : 'reason_needed'
}

function undoRefusal({ undoes }: AttendanceAction, { before }: Known): ActionRefusal | null {
  if (undoes === null && decidingActions(before).length > 1) return 'undo_unclear'
  const isKnown = before.some(
    ({ id, type }) => id === undoes && type !== 'undo' && type !== 'doubt',
  )
  return isKnown ? null : 'nothing_to_undo'
}

function declarationRefusal(
  { samples }: AttendanceAction,
  { before, isLead = false }: Known,
): ActionRefusal | null {
  if (!isLead) return 'lead_needed'
  const standing = standingSamples(before)
  const isWhole = standing.length > 1 && standing.every(({ id }) => samples?.includes(id))
  return isWhole ? null : 'samples_changed'
}

function flagOf(
  { type, undoes }: AttendanceAction,
  of: {
    isBooked: boolean
    before: readonly AttendanceAction[]
    isDoubted: boolean
    differs: boolean
    isClosed: boolean
  },
): Flag | null {
  const { state, arrivedAt } = attendanceOf(of.before)
  if (type === 'undo')
    return of.before.some((earlier) => earlier.undoes === undoes) ? 'undone_before' : null
  if (type === 'both_theirs' || type === 'doubt') return null
  if (type === 'sample' && of.isDoubted) return 'sampled_in_doubt'
  if (of.differs) return 'slip_differs'
  if (!of.isBooked) return 'cancelled_meanwhile'
  if (type === 'arrive' && arrivedAt !== null) return 'already_arrived'
  if (type === 'sample' && state === 'sampled') return 'already_sampled'
  if (type === 'not_sampled' && state === 'sampled') return 'sampled_before'
  return of.isClosed ? 'day_closed' : null
}

function refused(code: ActionRefusal): ActionOutcome {
  return { status: 'refused', code }
}

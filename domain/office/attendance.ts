// What became of an appointment on the day (office.md §4). Every press is an action that is kept;
// the state follows from the actions that nobody has undone, in whatever order they arrive, so
// that two tablets without a network agree as soon as both have sent theirs.

import type { AttendanceState } from './attendance-states.ts'
import type { TakingRefusal } from './venue-takings.ts'
import type { WalkInFlag, WalkInRefusal } from './walk-ins.ts'

/** `walk_in` registers a person who came without an appointment, `taking` records their money. */
export const ACTION_TYPES = [
  'arrive',
  'sample',
  'not_sampled',
  'undo',
  'walk_in',
  'taking',
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
  const standing = standingOf(actions)
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
}

/** The samples that nobody has undone, by their time; more than one is a problem by itself. */
export function standingSamples(actions: readonly AttendanceAction[]): AttendanceAction[] {
  return standingOf(actions).filter(({ type }) => type === 'sample')
}

/** The actions that nobody has undone, by their time. */
function standingOf(actions: readonly AttendanceAction[]): AttendanceAction[] {
  const undone = new Set(actions.flatMap(({ undoes }) => undoes ?? []))
  return actions
    .filter(({ id, type }) => type !== 'undo' && !undone.has(id))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** The action that an undo without `undoes` takes back: the one that gives the present state. */
export function undoneNow(actions: readonly AttendanceAction[]): AttendanceAction | null {
  return attendanceOf(actions).deciding
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
  | 'undone_before'
  | 'clock_wrong'
  | 'number_used'
  | WalkInFlag
/** Not done; kept for the lead. */
export type ActionRefusal =
  | 'id_taken'
  | 'not_of_this_event'
  | 'tube_misread'
  | 'tube_taken'
  | 'reason_needed'
  | 'nothing_to_undo'
  | 'walk_in_not_recorded'
  | WalkInRefusal
  | TakingRefusal

/**
 * What becomes of `action`; `before` are the actions of its appointment so far.
 * `tubeOf` is the appointment that the tube belongs to, null for a new one; the `tube` of a sample
 * is null when its code is missing or misread.
 */
export function judgeAction(
  action: AttendanceAction,
  {
    appointment,
    before,
    tubeOf,
    isClosed,
    warning = null,
  }: {
    appointment: { id: number; status: 'booked' | 'cancelled' } | null
    before: readonly AttendanceAction[]
    tubeOf: number | null
    isClosed: boolean
    /** What is odd about the press itself; a flag of its appointment comes first. */
    warning?: Flag | null
  },
): ActionOutcome {
  if (!appointment) return refused('not_of_this_event')
  const why = whyNot(action, { appointmentId: appointment.id, before, tubeOf })
  if (why) return refused(why)
  const isBooked = appointment.status === 'booked'
  const flag = flagOf(action, { isBooked, before, isClosed }) ?? warning
  return flag ? { status: 'flagged', code: flag } : { status: 'applied', code: null }
}

function whyNot(
  { type, tube, reason, undoes }: AttendanceAction,
  of: { appointmentId: number; before: readonly AttendanceAction[]; tubeOf: number | null },
): ActionRefusal | null {
  if (type === 'sample') {
    if (tube === null) return 'tube_misread'
    return of.tubeOf !== null && of.tubeOf !== of.appointmentId ? 'tube_taken' : null
  }
  const hasReason =
    type === 'not_sampled' ? NOT_SAMPLED_REASONS.some((one) => one === reason) : Boolean(reason)
  if ((type === 'not_sampled' || type === 'undo') && !hasReason) return 'reason_needed'
  if (type !== 'undo') return null
  const isKnown = of.before.some(({ id, type }) => id === undoes && type !== 'undo')
  return isKnown ? null : 'nothing_to_undo'
}

function flagOf(
  { type, undoes }: AttendanceAction,
  of: { isBooked: boolean; before: readonly AttendanceAction[]; isClosed: boolean },
): Flag | null {
  const { state, arrivedAt } = attendanceOf(of.before)
  if (type === 'undo')
    return of.before.some((earlier) => earlier.undoes === undoes) ? 'undone_before' : null
  if (!of.isBooked) return 'cancelled_meanwhile'
  if (type === 'arrive' && arrivedAt !== null) return 'already_arrived'
  if (type === 'sample' && state === 'sampled') return 'already_sampled'
  if (type === 'not_sampled' && state === 'sampled') return 'sampled_before'
  return of.isClosed ? 'day_closed' : null
}

function refused(code: ActionRefusal): ActionOutcome {
  return { status: 'refused', code }
}

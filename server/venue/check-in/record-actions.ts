import {
  type AttendanceAction,
  type Flag,
  judgeAction,
  standingSamples,
  undoneNow,
} from '../../../domain/office/attendance.ts'
import type { DayResults, SentAction } from '../../../domain/office/day-schemas.ts'
import { isLeadOf, isLikelyTime } from '../../../domain/office/days.ts'
import { differsFromSlip } from '../../../domain/office/slips.ts'
import { labelOf, readTubeCode } from '../../../domain/office/tube-code.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import { writeDoubt } from '../../bookings/capacity/record-capacity.ts'
import { lockEvent } from '../../events/office.queries.ts'
import { findCapacity } from '../../facts/capacity.queries.ts'
import { findSlipFacts } from '../../facts/slips.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { countBooking } from '../../platform/metrics/registry.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  listActions,
  listKnownActions,
  listUsedNumbers,
  listVenuePayments,
  lockAppointments,
  lockDay,
} from './attendance.queries.ts'
import { claimTube, findTube, NO_TUBE, type TubeFacts } from './claim-tube.ts'
import { type DayAppointment, findDayPeople } from './day-appointments.ts'
import type { AttendanceDeps, DayContext, Recorded } from './day-context.ts'
import { keepAction, saveState } from './keep-action.ts'
import { doubtOf, isSamePress, ownIdOf, type Press, pressOf, registrationOf } from './press.ts'
import { registerWalkIn } from './register-walk-in.ts'
import type { Registration } from './sealed-registration.ts'
import { takeMoney, takeMoneyBack } from './take-money.ts'
import { tellNotSampled } from './tell-not-sampled.ts'
import { findTubeRule, isLabelOfEvent } from './tubes.queries.ts'

/**
 * Applies what a device sends, each action once: a known one is `repeated`. What is refused is kept
 * too, for the lead. The results are in the order of `actions`; all or none are written.
 */
export async function recordActions(
  deps: AttendanceDeps,
  { eventId, actions }: { eventId: number; actions: readonly SentAction[] },
  by: Staff,
): Promise<DayResults['results']> {
  const now = deps.now()
  const received = actions.map((sent) => ({
    press: pressOf(sent, deps.fieldKeys),
    form: registrationOf(sent),
    doubt: doubtOf(sent),
  }))
  const dayActions = received.map(({ press }) => press)
  const hasWalkIns = dayActions.some(({ type }) => type === 'walk_in')
  const answered = await commit({ ...deps, eventIds: hasWalkIns ? [eventId] : [] }, async (tx) => {
    // Before the event, as a member's own change does.
    await lockAppointments(
      tx,
      dayActions.flatMap(({ namedAppointment }) => namedAppointment ?? []),
    )
    if (hasWalkIns) await lockEvent(tx, eventId)
    const { closedAt } = await lockDay(tx, eventId)
    const tubes = await findTubeRule(tx, eventId)
    const day = { eventId, isClosed: closedAt !== null, tubes, by, now }
    const ids = dayActions.flatMap((dayAction) => [dayAction.id, ownIdOf(dayAction, eventId)])
    const known = await listKnownActions(tx, deps.fieldKeys, ids)
    const numbers = await usedNumbers(tx, eventId, dayActions)
    const people = await findDayPeople(tx, eventId, dayActions)
    const kept = await listActions(tx, people.appointmentIds())
    const venuePayments = await listVenuePayments(
      tx,
      dayActions.flatMap(({ undoes }) => undoes ?? []),
    )
    const changed = new Map<number, AttendanceAction[]>()
    const results: DayResults['results'] = []
    for (const { press, form, doubt } of received) {
      const stored = known.get(press.id)
      if (stored && isSamePress(press, stored, eventId)) {
        results.push({ id: press.id, status: 'repeated', code: null })
        continue
      }
      const id = stored ? ownIdOf(press, eventId) : press.id
      const appointment = people.find(press)
      const before = kept.filter(({ appointmentId }) => appointmentId === appointment?.id)
      const action = isAboutMoney(press, venuePayments) ? null : toAction(press, { before, tubes })
      const warning = warningOf(press, { appointment, numbers, now })
      const recorded = stored
        ? { outcome: ID_TAKEN, appointment }
        : await record(tx, deps, { press, form, doubt, action, appointment, before, warning, day })
      const { outcome } = recorded
      results.push({ id: press.id, ...outcome })
      if (known.has(id)) continue
      await keepAction(tx, deps, { press: { ...press, id }, form, action, recorded, day })
      known.set(id, { drawnBy: null, ...press, eventId })
      numbers.add(numberOf(press))
      if (press.type === 'taking' && outcome.status !== 'refused') venuePayments.add(id)
      if (!recorded.appointment || outcome.status === 'refused' || !action) continue
      const { id: appointmentId } = recorded.appointment
      if (press.type === 'walk_in') people.add(recorded.appointment, press.id)
      kept.push({ samples: null, slip: null, ...action, appointmentId })
      changed.set(appointmentId, [...(changed.get(appointmentId) ?? []), action])
    }
    for (const [appointmentId, fresh] of changed) {
      const actions = kept.filter((action) => action.appointmentId === appointmentId)
      await saveState(tx, deps, { appointmentId, eventId, actions, fresh, now })
    }
    if (day.isClosed) await tellNotSampled(tx, deps, { eventId, now })
    return results
  })
  const walkIns = dayActions.filter(({ type }) => type === 'walk_in').map(({ id }) => id)
  for (const { id, status } of answered)
    if (walkIns.includes(id) && BOOKED.has(status)) countBooking('walk-in')
  return answered
}

const BOOKED: ReadonlySet<string> = new Set(['applied', 'flagged'])

const ID_TAKEN = { status: 'refused', code: 'id_taken' } as const

async function record(
  tx: Tx,
  deps: AttendanceDeps,
  of: {
    press: Press
    form: Registration
    /** Why the member may not understand the test; null for all but a doubt. */
    doubt: string | null
    /** Null for a taking and its undo. */
    action: AttendanceAction | null
    appointment: DayAppointment | null
    before: readonly AttendanceAction[]
    warning: Flag | null
    day: DayContext
  },
): Promise<Recorded> {
  const { press, form, doubt, action, appointment, before, warning, day } = of
  if (press.type === 'walk_in') return registerWalkIn(tx, deps, { press, form, warning, day })
  if (!appointment && press.namedWalkIn !== null) return refused('walk_in_not_recorded')
  const { undoes } = press
  if (!action && undoes !== null)
    return takeMoneyBack(tx, { press: { ...press, undoes }, appointment, warning, day })
  if (!action) return takeMoney(tx, { press, appointment, warning, day })
  const isOtherLabel = await hasOtherLabel(tx, action, day)
  const tube = appointment
    ? await findTube(tx, { action, appointmentId: appointment.id, isOtherLabel, day })
    : NO_TUBE
  const { isClosed } = day
  const isLead = isLeadOf(day.by, day.eventId)
  const isDoubted = appointment !== null && (await isStopped(tx, { action, appointment }))
  const differs =
    appointment !== null && (await isOtherSlip(tx, { action, appointment, before, day }))
  const odd = warning ?? (isOtherLabel ? 'label_not_of_day' : null)
  const who = { isLead, isDoubted, differs }
  const judge = (facts: TubeFacts) =>
    judgeAction(action, { appointment, before, ...facts, ...who, isClosed, warning: odd })
  const judged = press.type === 'doubt' && doubt === null ? NO_WORDS : judge(tube)
  const mayClaim = appointment !== null && judged.status !== 'refused'
  const isClaimed =
    !mayClaim ||
    (await claimTube(tx, { claim: tube.claim, appointmentId: appointment.id, at: day.now }))
  const outcome = isClaimed ? judged : TUBE_TAKEN
  if (appointment && doubt !== null && outcome.status !== 'refused')
    await writeDoubt(tx, deps, {
      memberId: appointment.memberId,
      appointmentId: appointment.id,
      actionId: press.id,
      words: doubt,
      staff: day.by,
      at: press.at,
    })
  const flags: Flag[] = [
    ...(differs ? (['slip_differs'] as const) : []),
    ...(isOtherLabel ? (['label_not_of_day'] as const) : []),
  ]
  const also = flags.filter((flag) => flag !== outcome.code)
  return { outcome, appointment, ...(outcome.status === 'flagged' && { also }) }
}

// Somebody else was faster, at another event.
const TUBE_TAKEN = { status: 'refused', code: 'tube_taken' } as const
const NO_WORDS = { status: 'refused', code: 'reason_needed' } as const

/** Whether blood may not be taken because somebody doubts that the member understands the test. */
async function isStopped(
  tx: Tx,
  { action, appointment }: { action: AttendanceAction; appointment: DayAppointment },
): Promise<boolean> {
  if (action.type !== 'sample') return false
  return (await findCapacity(tx, appointment.memberId)).stop !== null
}

/** Whether a sample's tube and the slips disagree, or a slip's number is on the tube or slip of another. */
async function isOtherSlip(
  tx: Tx,
  of: {
    action: AttendanceAction
    appointment: DayAppointment
    before: readonly AttendanceAction[]
    day: DayContext
  },
): Promise<boolean> {
  const { action, appointment, before, day } = of
  const { type, tube, slip = null } = action
  if (type !== 'sample' && type !== 'slip') return false
  const code = type === 'sample' ? tube : slip
  const about = { eventId: day.eventId, appointmentId: appointment.id, code }
  const { own, isSlipOfOther, isTubeOfOther } = await findSlipFacts(tx, about)
  const isAlreadyOther = standingSamples(before).some((sample) => sample.tube !== slip)
  if (type === 'slip') return isSlipOfOther || isTubeOfOther || isAlreadyOther
  return differsFromSlip({ tube, slip }, { own, isOfOther: isSlipOfOther })
}

/** Whether the tube has a label of ours that was printed for another event, or by nobody. */
async function hasOtherLabel(
  tx: Tx,
  { tube }: AttendanceAction,
  { eventId }: DayContext,
): Promise<boolean> {
  const label = tube === null ? null : labelOf(tube)
  return label !== null && !(await isLabelOfEvent(tx, { label, eventId }))
}

function refused(code: 'walk_in_not_recorded'): Recorded {
  return { outcome: { status: 'refused', code }, appointment: null }
}

function warningOf(
  dayAction: Press,
  of: { appointment: DayAppointment | null; numbers: ReadonlySet<string>; now: Date },
): Flag | null {
  const { appointment, numbers, now } = of
  if (appointment && !isLikelyTime(dayAction.at, { slot: appointment.slotStartsAt, now }))
    return 'clock_wrong'
  return numbers.has(numberOf(dayAction)) ? 'number_used' : null
}

async function usedNumbers(
  tx: Tx,
  eventId: number,
  dayActions: readonly Press[],
): Promise<Set<string>> {
  const devices = dayActions.map(({ device }) => device)
  const sequences = dayActions.map(({ sequence }) => sequence)
  return new Set((await listUsedNumbers(tx, { eventId, devices, sequences })).map(numberOf))
}

function numberOf({ device, sequence }: Pick<Press, 'device' | 'sequence'>): string {
  return `${sequence} ${device}`
}

/** Whether it takes money, or takes such a taking back. */
function isAboutMoney({ type, undoes }: Press, venuePayments: ReadonlySet<string>): boolean {
  return type === 'taking' || (type === 'undo' && undoes !== null && venuePayments.has(undoes))
}

/** The tube of a sample is null when its code is missing or misread. Null for a taking. */
function toAction(
  dayAction: Press,
  { before, tubes }: { before: readonly AttendanceAction[]; tubes: TubeRule },
): AttendanceAction | null {
  const { id, type, at, tube, slip, reason, undoes, samples } = dayAction
  if (type === 'taking') return null
  return {
    id,
    type,
    at,
    tube: tube === null ? null : readTubeCode(tube, tubes),
    reason,
    undoes: type === 'undo' ? (undoes ?? undoneNow(before)?.id ?? null) : null,
    samples,
    slip: type === 'slip' && slip !== null ? readTubeCode(slip, tubes) : slip,
  }
}

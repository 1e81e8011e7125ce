import type { AttendanceAction } from '../../../domain/office/attendance.ts'
import { isLeadOf } from '../../../domain/office/days.ts'
import { type TubeLimit, whyNoMoreTubes } from '../../../domain/office/tube-limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockStaff } from '../../staff/staff.queries.ts'
import type { DayContext } from './day-context.ts'
import { listSamplesOf } from './presses-of-person.queries.ts'
import { findHolderOfDay, findTubeOwner, insertTube, listTubesOf } from './tubes.queries.ts'

/** Whose the tube of a sample is; what judgeAction needs to know of it. */
export type TubeFacts = {
  tubeOf: number | null
  isTakenBack: boolean
  tubeLimit: TubeLimit | null
  /** The tube may be given to the appointment, as the generation after `former`. */
  claim: { code: string; former: number | null } | null
}

type Params = {
  action: AttendanceAction
  appointmentId: number
  /** One of our labels that was not printed for this event: nobody owns it by this sample. */
  isOtherLabel: boolean
  day: DayContext
}

export const NO_TUBE: TubeFacts = {
  tubeOf: null,
  isTakenBack: false,
  tubeLimit: null,
  claim: null,
}

/**
 * Whose the tube is, and whether it may be the appointment's. One whose sample was undone stays with
 * its former owner, unless a lead undid it, or gives it with a reason to another member of the same event.
 */
export async function findTube(tx: Tx, params: Params): Promise<TubeFacts> {
  const { action, appointmentId, isOtherLabel, day } = params
  const { tube: code, type, reason } = action
  if (type !== 'sample' || code === null) return NO_TUBE
  const facts = { ...NO_TUBE, tubeLimit: await findLimit(tx, params, code) }
  const owner = await findTubeOwner(tx, code)
  if (owner?.appointmentId === appointmentId) return { ...facts, tubeOf: appointmentId }
  if (!owner) {
    const holder = isOtherLabel
      ? await findHolderOfDay(tx, { code, eventId: day.eventId, appointmentId })
      : null
    return { ...facts, tubeOf: holder, claim: isOtherLabel ? null : { code, former: null } }
  }
  const isTakenBack = !owner.isStanding && owner.eventId === day.eventId
  const isGiven = owner.isFreed || (isLeadOf(day.by, day.eventId) && reason !== null)
  if (!isTakenBack || !isGiven) return { ...facts, tubeOf: owner.appointmentId, isTakenBack }
  return { ...facts, tubeOf: appointmentId, claim: { code, former: owner.generation } }
}

/** Gives the tube to the appointment. False when somebody else was faster. */
export function claimTube(
  tx: Tx,
  { claim, appointmentId, at }: { claim: TubeFacts['claim']; appointmentId: number; at: Date },
): Promise<boolean> {
  return claim === null ? Promise.resolve(true) : insertTube(tx, { ...claim, appointmentId, at })
}

async function findLimit(
  tx: Tx,
  { action, appointmentId, day }: Params,
  code: string,
): Promise<TubeLimit | null> {
  const { by, now } = day
  // Two bundles of one person at once would each be below the limit.
  await lockStaff(tx, by.id)
  const at = action.at > now ? now : action.at
  const tubes = await listTubesOf(tx, { appointmentId })
  const others = tubes.filter((one) => !one.isUndoneByLead && one.tube !== code)
  return whyNoMoreTubes({
    others: new Set(others.map(({ tube }) => tube)),
    samples: await listSamplesOf(tx, { staffId: by.id, at, now }),
    at,
    now,
  })
}

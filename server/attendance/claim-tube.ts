import type { AttendanceAction } from '../../domain/office/attendance.ts'
import { isLeadOf } from '../../domain/office/days.ts'
import type { Tx } from '../db/database.ts'
import type { DayContext } from './day-context.ts'
import { findTubeOwner, insertTube } from './tubes.queries.ts'

/** Whose the tube of a sample is; what judgeAction needs to know of it. */
export type TubeClaim = { tubeOf: number | null; isTakenBack: boolean }

/**
 * Gives a new tube to the appointment. One whose sample was undone stays with its former owner,
 * unless a lead gives it, with a reason, to another member of the same event.
 */
export async function claimTube(
  tx: Tx,
  {
    action,
    appointmentId,
    day,
  }: { action: AttendanceAction; appointmentId: number; day: DayContext },
): Promise<TubeClaim> {
  const { tube: code, reason } = action
  if (code === null) return { tubeOf: null, isTakenBack: false }
  const owner = await findTubeOwner(tx, code)
  const own = { tubeOf: appointmentId, isTakenBack: false }
  if (owner?.appointmentId === appointmentId) return own
  const isTakenBack = owner !== null && !owner.isStanding && owner.eventId === day.eventId
  const mayTake =
    owner === null || (isTakenBack && isLeadOf(day.by, day.eventId) && reason !== null)
  const former = owner?.generation ?? null
  if (mayTake && (await insertTube(tx, { code, appointmentId, at: day.now, former }))) return own
  const now = await findTubeOwner(tx, code)
  if (!now) throw new Error(`tube ${code} is not there`)
  return { tubeOf: now.appointmentId, isTakenBack }
}

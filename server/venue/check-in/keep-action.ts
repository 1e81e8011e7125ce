import { type AttendanceAction, attendanceOf } from '../../../domain/office/attendance.ts'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import { clearReason, sealPress } from '../../facts/sealed-press.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { followAttendance } from '../../tasks/follow-attendance.ts'
import { followSampleInDoubt } from '../../tasks/follow-capacity.ts'
import { followSamples } from '../../tasks/follow-samples.ts'
import { insertAction, insertKeptRegistration, saveAttendance } from './attendance.queries.ts'
import type { AttendanceDeps, DayContext, Recorded } from './day-context.ts'
import { endAppointment, reopenAppointment } from './end-appointment.queries.ts'
import type { Press } from './press.ts'
import { type Registration, sealRegistration } from './sealed-registration.ts'

/** Stores the press with what became of it; a refused registration is kept sealed. */
export async function keepAction(
  tx: Tx,
  { fieldKeys }: AttendanceDeps,
  of: {
    press: Press
    form: Registration
    action: AttendanceAction | null
    recorded: Recorded
    day: DayContext
  },
): Promise<void> {
  const { press, form, action, recorded, day } = of
  const { outcome, also = [], appointment } = recorded
  const { eventId, by, now } = day
  const isRefused = outcome.status === 'refused'
  await insertAction(tx, {
    ...press,
    ...sealPress(fieldKeys, press),
    ...outcome,
    also: also.length > 0 ? also : null,
    undoes: isRefused ? null : (action?.undoes ?? (action ? null : press.undoes)),
    eventId,
    appointmentId: appointment?.id ?? null,
    staffId: by.id,
    recordedAt: now,
  })
  if (isRefused && press.type === 'walk_in') {
    const { id } = press
    const sealed = sealRegistration(fieldKeys, { id }, form)
    await insertKeptRegistration(tx, { actionId: id, eventId, sealed, keptAt: now })
  }
  if (!appointment || isRefused || !action) return
  await insertAudit(
    tx,
    { by, memberId: appointment.memberId, subject: `appointment ${appointment.id}`, at: now },
    AUDIT_WORDS[action.type],
    { eventId, at: action.at.toISOString(), reason: clearReason(action.reason) },
  )
}

/** What the appointment's actions come to, beside them, and what is then still to be done. */
export async function saveState(
  tx: Tx,
  deps: Pick<AttendanceDeps, 'fieldKeys'>,
  of: {
    appointmentId: number
    eventId: number
    actions: readonly AttendanceAction[]
    /** Those of them that were recorded just now. */
    fresh: readonly AttendanceAction[]
    now: Date
  },
): Promise<void> {
  const { state, deciding, arrivedAt } = attendanceOf(of.actions)
  const { appointmentId, eventId } = of
  const row = { appointmentId, eventId, state, arrivedAt, actionId: deciding?.id ?? null }
  const since = deciding?.at ?? of.now
  await saveAttendance(tx, { ...row, since })
  const change = state === 'not_sampled' ? endAppointment : reopenAppointment
  await change(tx, { appointmentId, now: of.now })
  const reason = deciding?.reason ?? null
  const followed = { appointmentId, state, reason, since, now: of.now }
  const memberId = await followAttendance(tx, deps, followed)
  await followSamples(tx, { ...of, memberId })
  if (of.fresh.some(({ type }) => type === 'sample' || type === 'undo'))
    await followSampleInDoubt(tx, { memberId, appointmentId, now: of.now })
}

export const AUDIT_WORDS: Record<AttendanceAction['type'], AuditAction> = {
  arrive: 'arrived at the venue',
  walk_in: 'registered at the venue',
  sample: 'sample taken',
  not_sampled: 'no sample taken',
  did_not_attend: 'did not attend',
  undo: 'attendance undone',
  both_theirs: 'samples declared to be theirs',
  doubt: 'doubt about capacity at the venue',
  slip: 'slip with the number of the tube given',
}

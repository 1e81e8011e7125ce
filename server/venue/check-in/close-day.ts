import { randomUUID } from 'node:crypto'
import { missedBefore } from '../../../domain/office/closing-a-day.ts'
import { isLeadOf } from '../../../domain/office/days.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  closeDayRow,
  insertAction,
  listActions,
  listExpected,
  listUntoldAbsences,
  lockDay,
} from './attendance.queries.ts'
import type { AttendanceDeps } from './day-context.ts'
import { AUDIT_WORDS, saveState } from './keep-action.ts'
import { prepareToTellAbsent } from './tell-absent.ts'
import { tellNotSampled } from './tell-not-sampled.ts'

/**
 * Closes the day: those still expected whose slot ended half an hour ago did not attend. Messages to them, and
 * to those of whom no sample could be taken, leave once the event has ended (finish-closed-days.ts).
 * Returns how many; closing again adds those that were missed since. Throws Refused not_found,
 * day_not_begun, lead_needed, or preview_outdated when there are not as many as were `expected`.
 */
export async function closeDay(
  deps: AttendanceDeps,
  { eventId, expected }: { eventId: number; expected: number },
  by: Staff,
): Promise<number> {
  const now = deps.now()
  return commit(deps, async (tx) => {
    const event = await findEventRecord(tx, eventId)
    if (!event) throw new Refused('not_found')
    if (!isLeadOf(by, eventId)) throw new Refused('lead_needed')
    if (event.startsAt > now) throw new Refused('day_not_begun')
    const { closedAt } = await lockDay(tx, eventId)
    const missed = await listExpected(tx, { eventId, endedBy: missedBefore(now) })
    if (missed.length !== expected) throw new Refused('preview_outdated')
    await recordMissed(tx, deps, { eventId, missed, by, now })
    if (event.endsAt <= now) await tellOfDay(tx, deps, { eventId, now })
    if (closedAt === null) await closeDayRow(tx, { eventId, closedAt: now, closedBy: by.id })
    await insertAudit(tx, { by, subject: `event ${eventId}`, at: now }, 'day closed', {
      didNotAttend: missed.length,
    })
    return missed.length
  })
}

/** Records that these did not attend. Lock the day first. */
export async function recordMissed(
  tx: Tx,
  deps: AttendanceDeps,
  of: {
    eventId: number
    missed: readonly { id: number; memberId: number }[]
    by: Pick<Staff, 'id' | 'userId'>
    now: Date
  },
): Promise<void> {
  const { eventId, missed, by, now } = of
  const earlier = await listActions(
    tx,
    missed.map(({ id }) => id),
  )
  for (const [place, { id: appointmentId, memberId }] of missed.entries()) {
    const type = 'did_not_attend'
    const blank = { tube: null, reason: null, undoes: null } as const
    const action = { id: randomUUID(), type, at: now, ...blank } as const
    await insertAction(tx, {
      ...action,
      eventId,
      appointmentId,
      namedAppointment: appointmentId,
      device: 'office',
      sequence: place + 1,
      staffId: by.id,
      recordedAt: now,
      status: 'applied',
    })
    const ofMember = earlier.filter((one) => one.appointmentId === appointmentId)
    const actions = [...ofMember, action]
    await saveState(tx, deps, { appointmentId, eventId, actions, fresh: [action], now })
    const subject = `appointment ${appointmentId}`
    const entry = { by, memberId, subject, at: now }
    await insertAudit(tx, entry, AUDIT_WORDS[type], { eventId })
  }
}

/** What was undone meanwhile sends nothing. Lock the day first. */
export async function tellOfDay(
  tx: Tx,
  deps: AttendanceDeps,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  const tellAbsent = await prepareToTellAbsent(tx, deps, { eventId, now })
  for (const appointmentId of await listUntoldAbsences(tx, eventId)) await tellAbsent(appointmentId)
  await tellNotSampled(tx, deps, { eventId, now })
}

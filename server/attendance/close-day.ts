import { randomUUID } from 'node:crypto'
import { insertAudit } from '../audit/audit.queries.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { Refused } from '../http/refused.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import {
  closeDayRow,
  insertAction,
  listActions,
  listExpected,
  lockDay,
} from './attendance.queries.ts'
import type { AttendanceDeps } from './day-context.ts'
import { AUDIT_WORDS, saveState } from './keep-action.ts'
import { prepareToTellAbsent } from './tell-absent.ts'
import { tellNotSampled } from './tell-not-sampled.ts'

/**
 * Closes the day: those still expected did not attend, and get a message with the next events,
 * as do those of whom no sample could be taken.
 * Returns how many; closing again adds those that were expected since. Throws Refused not_found or day_not_begun.
 */
export async function closeDay(deps: AttendanceDeps, eventId: number, by: Staff): Promise<number> {
  const now = deps.now()
  return commit({ ...deps, eventIds: [] }, async (tx) => {
    const event = await findEventRecord(tx, eventId)
    if (!event) throw new Refused('not_found')
    if (event.startsAt > now) throw new Refused('day_not_begun')
    const { closedAt } = await lockDay(tx, eventId)
    const absent = await listExpected(tx, eventId)
    const earlier = await listActions(
      tx,
      absent.map(({ id }) => id),
    )
    const tellAbsent = await prepareToTellAbsent(tx, deps, { eventId, now })
    for (const [place, { id: appointmentId, memberId }] of absent.entries()) {
      const type = 'did_not_attend'
      const action = {
        id: randomUUID(),
        type,
        at: now,
        tube: null,
        reason: null,
        undoes: null,
      } as const
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
      await tellAbsent(appointmentId)
      const subject = `appointment ${appointmentId}`
      const entry = { actorUserId: by.userId, memberId, subject, details: { eventId }, at: now }
      await insertAudit(tx, { ...entry, action: AUDIT_WORDS[type] })
    }
    await tellNotSampled(tx, deps, { eventId, now })
    if (closedAt === null) await closeDayRow(tx, { eventId, closedAt: now, closedBy: by.id })
    await insertAudit(tx, {
      actorUserId: by.userId,
      action: 'day closed',
      subject: `event ${eventId}`,
      details: { didNotAttend: absent.length },
      at: now,
    })
    return absent.length
  })
}

import { randomUUID } from 'node:crypto'
import type { AttendanceAction } from '../../../domain/office/attendance.ts'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { AuditDetails } from '../../../domain/office/audit-details.ts'
import { USUAL_TUBES } from '../../../domain/office/tube-patterns.ts'
import { partIn, type StrikeCounts } from '../../../domain/office/walk-in-strikes.ts'
import { cancelSilently } from '../../bookings/cancel-appointment.ts'
import type { Deps } from '../../deps.ts'
import { lockEvent } from '../../events/office.queries.ts'
import { findMember, updateMember } from '../../members/members.queries.ts'
import { hasComingAppointment } from '../../members/office-record.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { listActions, lockAppointments, lockDay } from '../check-in/attendance.queries.ts'
import { keepAction, saveState } from '../check-in/keep-action.ts'
import type { Press } from '../check-in/press.ts'
import { countsOfRows } from './read-strike.ts'
import {
  findStrike,
  insertStrike,
  listStrikable,
  lockStrike,
  type Strikable,
  updateStrike,
} from './strikes.queries.ts'
import { tellStrikeRequested, tellStrikeWithdrawn } from './tell-colleagues.ts'

type StrikeDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys' | 'settings' | 'site'
>

/** Asks a second person to strike them out, by mail to all who may; returns the id. Throws Refused preview_outdated or nothing_to_strike. */
export async function requestStrike(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'settings'>,
  of: { staffId: number; since: Date; reason: string; expected: StrikeCounts },
  by: Staff,
): Promise<number> {
  const { staffId, since, reason, expected } = of
  const counts = countsOfRows(await listStrikable(tx, { staffId, since }))
  mustBeExpected(expected, counts)
  if (counts.to_strike === 0) throw new Refused('nothing_to_strike')
  const at = deps.now()
  const id = await insertStrike(tx, { staffId, since, reason, askedBy: by.id, askedAt: at })
  await audit(
    tx,
    { id, staffId, by, at, action: 'striking out walk-ins requested' },
    { reason, ...counts },
  )
  const strike = { id, staffId, askedBy: by.id }
  await tellStrikeRequested(tx, deps, { ...strike, by, walkIns: counts.to_strike })
  return id
}

/**
 * Cancels the walk-ins without a message and frees their places; those with a sample, a payment, a result or
 * an account stay. Throws Refused not_found, strike_ended, same_person for whoever asked for it or registered
 * them, or preview_outdated when the counts are not the `expected` ones.
 */
export async function approveStrike(
  deps: StrikeDeps,
  { id, expected }: { id: number; expected: StrikeCounts },
  by: Staff,
): Promise<void> {
  const { db } = deps.database
  const waiting = (await findStrike(db, id))?.strike
  if (!waiting) throw new Refused('not_found')
  const before = await listStrikable(db, waiting)
  const eventIds = [...new Set(before.map(({ eventId }) => eventId))].sort((a, b) => a - b)
  await commit({ ...deps, eventIds }, async (tx) => {
    // As presses of the day are: appointments, event, day.
    await lockAppointments(
      tx,
      before.map(({ appointmentId }) => appointmentId),
    )
    for (const eventId of eventIds) {
      await lockEvent(tx, eventId)
      await lockDay(tx, eventId)
    }
    const strike = await lockStrike(tx, id)
    if (!strike || strike.doneAt || strike.withdrawnAt) throw new Refused('strike_ended')
    if (partIn(strike, by.id) !== 'second person') throw new Refused('same_person')
    const rows = await listStrikable(tx, strike)
    const isLocked = rows.every(({ eventId }) => eventIds.includes(eventId))
    if (!isLocked) throw new Refused('preview_outdated')
    mustBeExpected(expected, countsOfRows(rows))
    const struck = rows.filter(({ staysBecause }) => staysBecause === null)
    const at = deps.now()
    for (const [place, row] of struck.entries())
      await strikeOut(tx, deps, { row, place, reason: strike.reason, by, at })
    await updateStrike(tx, id, { confirmedBy: by.id, doneAt: at, struck: struck.length })
    const { staffId } = strike
    const details = {
      reason: strike.reason,
      struck: struck.length,
      staying: rows.length - struck.length,
    }
    await audit(tx, { id, staffId, by, at, action: 'walk-ins struck out' }, details)
  })
}

/**
 * The requester withdraws it, or a second person refuses it. Throws Refused not_found, strike_ended, or same_person
 * for the helper who registered the walk-ins.
 */
export async function withdrawStrike(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'settings'>,
  id: number,
  by: Staff,
): Promise<void> {
  const strike = await lockStrike(tx, id)
  if (!strike) throw new Refused('not_found')
  if (strike.doneAt || strike.withdrawnAt) throw new Refused('strike_ended')
  if (partIn(strike, by.id) === 'helper') throw new Refused('same_person')
  const at = deps.now()
  await updateStrike(tx, id, { withdrawnAt: at })
  const { staffId, askedBy } = strike
  await audit(tx, { id, staffId, by, at, action: 'striking out walk-ins withdrawn' }, {})
  await tellStrikeWithdrawn(tx, deps, { id, staffId, askedBy, by })
}

type Striking = { row: Strikable; place: number; reason: string; by: Staff; at: Date }

/** Undoes the arrival, cancels the appointment and archives the record that the registration made. */
async function strikeOut(
  tx: Tx,
  deps: StrikeDeps,
  { row, place, reason, by, at }: Striking,
): Promise<void> {
  const { appointmentId, memberId, eventId, actionId, startsAt: slotStartsAt } = row
  const dayAction: Press = {
    ...NO_PRESS,
    id: randomUUID(),
    sequence: place,
    at,
    namedAppointment: appointmentId,
    reason,
    undoes: actionId,
  }
  const action: AttendanceAction = {
    id: dayAction.id,
    type: 'undo',
    at,
    tube: null,
    reason,
    undoes: actionId,
  }
  const appointment = { id: appointmentId, memberId, status: 'booked' as const, slotStartsAt }
  const recorded = { outcome: { status: 'applied', code: null } as const, appointment }
  const day = { eventId, isClosed: false, tubes: USUAL_TUBES, by, now: at }
  await keepAction(tx, deps, { press: dayAction, form: {}, action, recorded, day })
  const actions = await listActions(tx, [appointmentId])
  await saveState(tx, deps, { appointmentId, eventId, actions, fresh: [action], now: at })
  const member = await findMember(tx, memberId)
  if (!member) throw new Error(`member ${memberId} is not there`)
  await cancelSilently(tx, deps, { member, appointmentId, userId: by.userId, reason, now: at })
  if (await hasComingAppointment(tx, { memberId, now: at })) return
  await updateMember(tx, memberId, { isActive: false, updatedAt: at })
  await insertAudit(tx, { by, memberId, at }, 'member taken out of use', {
    reason,
    after: { active: false },
  })
}

const NO_PRESS = {
  device: 'office',
  type: 'undo',
  namedWalkIn: null,
  tube: null,
  slip: null,
  note: null,
  samples: null,
  how: null,
  pence: null,
  formDigest: null,
} as const

function mustBeExpected(expected: StrikeCounts, counts: StrikeCounts): void {
  const isSame = expected.to_strike === counts.to_strike && expected.staying === counts.staying
  if (!isSame) throw new Refused('preview_outdated')
}

function audit(
  tx: Tx,
  {
    id,
    staffId,
    by,
    at,
    action,
  }: { id: number; staffId: number; by: Staff; at: Date; action: AuditAction },
  details: AuditDetails,
): Promise<void> {
  return insertAudit(tx, { by, subject: `staff ${staffId}`, at }, action, {
    request: id,
    ...details,
  })
}

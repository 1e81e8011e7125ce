import { hasPermission, rolesWith } from '../../../domain/office/permissions.ts'
import {
  countsOf,
  type DoorHelpers,
  partIn,
  type StrikeCounts,
  type StrikePreview,
  type WalkInStrike,
} from '../../../domain/office/walk-in-strikes.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { EventRecord } from '../../events/office.queries.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findStaff } from '../../staff/staff.queries.ts'
import {
  findStrike,
  listHelpersAtDoor,
  listStrikable,
  listWaiting,
  type Strikable,
} from './strikes.queries.ts'
import { listApprovers } from './tell-colleagues.ts'

type About = { staffId: number; since: Date }

/** What striking out would do now; the members whose names are shown go into the access log. */
export async function previewStrike(
  tx: Tx,
  { staffId, since, by, now }: About & { by: Staff; now: Date },
): Promise<StrikePreview> {
  const helper = await findStaff(tx, staffId)
  if (!helper) throw new Refused('not_found')
  const rows = await listStrikable(tx, { staffId, since })
  const mayName = hasPermission(by.roles, 'members.read')
  if (mayName) {
    const memberIds = rows.map(({ memberId }) => memberId)
    await insertStaffAccesses(tx, {
      staff: by,
      memberIds,
      what: 'appointment',
      reason: 'day',
      at: now,
    })
  }
  return {
    staff_id: staffId,
    helper: helper.name,
    since: since.toISOString(),
    walk_ins: rows.map((row) => ({
      appointment_id: row.appointmentId,
      event_name: row.eventName,
      date: ukDate(row.startsAt),
      time: ukTime(row.startsAt),
      name: mayName ? `${row.firstName} ${row.lastName}` : null,
      registered_at: row.registeredAt.toISOString(),
      stays_because: row.staysBecause,
    })),
    ...countsOfRows(rows),
  }
}

export function countsOfRows(rows: readonly Strikable[]): StrikeCounts {
  return countsOf(rows.map(({ staysBecause }) => ({ stays_because: staysBecause })))
}

/** Throws Refused not_found. */
export async function readStrike(
  tx: Tx,
  { id, by, now }: { id: number; by: Staff; now: Date },
): Promise<WalkInStrike> {
  const row = await findStrike(tx, id)
  if (!row) throw new Refused('not_found')
  const { strike } = row
  const { staffId, since, askedAt, doneAt, withdrawnAt } = strike
  const isWaiting = doneAt === null && withdrawnAt === null
  const part = partIn(strike, by.id)
  const colleagues = await listApprovers(tx, strike)
  const preview = isWaiting
    ? await previewStrike(tx, { staffId, since, by, now })
    : {
        staff_id: staffId,
        helper: row.helper,
        since: since.toISOString(),
        walk_ins: [],
        to_strike: 0,
        staying: 0,
      }
  return {
    ...preview,
    id,
    reason: strike.reason,
    requested_by: row.requestedBy,
    requested_at: askedAt.toISOString(),
    is_own: part !== 'second person',
    part,
    second_people: colleagues.length,
    second_person_roles: [...rolesWith('actions.confirm')],
    approved_by: row.approvedBy,
    state: doneAt ? 'done' : withdrawnAt ? 'withdrawn' : 'waiting',
    struck: strike.struck,
  }
}

export async function readHelpers(tx: Tx, event: EventRecord): Promise<DoorHelpers> {
  const helpers = await listHelpersAtDoor(tx, event.id)
  const waiting = await listWaiting(tx)
  return {
    event_name: event.name,
    date: ukDate(event.startsAt),
    helpers: helpers.map((one) => ({
      staff_id: one.staffId,
      name: one.name,
      walk_ins: one.walkIns,
      first_at: one.firstAt.toISOString(),
      last_at: one.lastAt.toISOString(),
    })),
    waiting: waiting.map(({ strike, helper, requestedBy }) => ({
      id: strike.id,
      helper,
      requested_by: requestedBy,
      requested_at: strike.askedAt.toISOString(),
    })),
  }
}

import {
  type ContactStop,
  type ContactStops,
  canRestart,
  whyNotRevoke,
} from '../../../domain/office/contact-stops.ts'
import { findOwnRecord } from '../../members/record-of.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { Staff } from '../../staff/guard.ts'
import { type ActDeps, logAccess, maySee, type Params } from './record-stop.ts'
import { openRevocation, openStop } from './sealed-stops.ts'
import { listStops, type StopRow } from './stops.queries.ts'

/** The member's acts of this kind, latest first. Logs the access. Throws Refused not_found. */
export function readStops(
  { database, fieldKeys, now }: Pick<ActDeps, 'database' | 'fieldKeys' | 'now'>,
  { memberId, staff }: Params,
): Promise<ContactStops> {
  return database.transaction(async (tx) => {
    const row = await findOwnRecord(tx, memberId)
    await logAccess(tx, { memberId, staff, now: now() })
    const rows = await listStops(tx, memberId)
    return {
      member_id: memberId,
      name: `${row.firstName} ${row.lastName}`,
      date_of_birth: row.dateOfBirth,
      version: row.version,
      died_at: row.diedAt?.toISOString() ?? null,
      wants_contact: row.wantsContact,
      stops: rows.map((one) => toStop(one, { fieldKeys, staff })),
    }
  })
}

function toStop(
  { stop, madeBy, revocation, revokedBy }: StopRow,
  { fieldKeys, staff }: { fieldKeys: FieldKeys; staff: Staff },
): ContactStop {
  const { told_by, died_on = null, kin = null, note = null, stopped } = openStop(fieldKeys, stop)
  const isRevoked = revocation !== null
  if (stop.kind === 'revoked') throw new Error('a revocation is no stop')
  return {
    id: stop.id,
    kind: stop.kind,
    made_by: madeBy,
    at: stop.at.toISOString(),
    told_by,
    died_on,
    kin,
    note,
    stopped: stopped.flatMap((item, place) =>
      maySee(item, staff)
        ? [{ place, kind: item.kind, text: item.text, can_restart: canRestart(item.kind) }]
        : [],
    ),
    revoked: revocation && {
      by: revokedBy ?? '',
      at: revocation.at.toISOString(),
      reason: openRevocation(fieldKeys, revocation).reason,
    },
    may_revoke: whyNotRevoke({ madeBy: stop.madeBy, isRevoked, staffId: staff.id }) === null,
  }
}

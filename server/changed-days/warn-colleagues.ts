import type { BulkKind, SecondPersonReason } from '../../domain/office/bulk-actions.ts'
import { rolesWith } from '../../domain/office/permissions.ts'
import type { Deps } from '../deps.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { actionAnnounced, actionStopped } from '../messages/mails/action-announced.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import type { Staff } from '../staff/guard.ts'
import { listStaffInRoles } from '../staff/staff.queries.ts'

type WarnDeps = Pick<Deps, 'jobs' | 'settings'>

export type Announced = {
  id: number
  kind: BulkKind
  eventId: number
  by: Pick<Staff, 'name'>
  members: number
  pence?: number
  tellsAt: Date | null
  /** Of a cancellation, which waits for a second person. */
  reasons?: readonly SecondPersonReason[]
}

/** A mail to each colleague who may be the second person, before members get any. */
export async function warnColleagues(
  tx: Tx,
  { jobs, settings: { publicUrl } }: WarnDeps,
  { eventId, ...announced }: Announced,
): Promise<void> {
  const event = await findEventRecord(tx, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  for (const { email: to } of await listColleagues(tx))
    await jobs.enqueue(tx, 'mail', actionAnnounced({ ...announced, to, event, publicUrl }))
}

/** The same once it is stopped, or could not be carried out. */
export async function tellStopped(
  tx: Tx,
  { jobs, settings: { publicUrl } }: WarnDeps,
  stopped: { id: number; kind: BulkKind; eventId: number; by: string; reason: string },
): Promise<void> {
  const event = await findEventRecord(tx, stopped.eventId)
  if (!event) throw new Error(`event ${stopped.eventId} is not there`)
  for (const { email: to } of await listColleagues(tx))
    await jobs.enqueue(tx, 'mail', actionStopped({ ...stopped, to, event, publicUrl }))
}

/** Everybody who works here and may be the second person. */
export function listColleagues(q: Queryable): Promise<{ id: number; email: string }[]> {
  return listStaffInRoles(q, rolesWith('actions.confirm'))
}

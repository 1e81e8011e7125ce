import { rolesWith } from '../../domain/office/permissions.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { strikeRequested, strikeWithdrawn } from '../mails/strike-requested.ts'
import type { Staff } from '../staff/guard.ts'
import { findStaff, listStaffInRoles } from '../staff/staff.queries.ts'

type TellDeps = Pick<Deps, 'jobs' | 'settings'>
type Strike = { id: number; staffId: number; askedBy: number }

/** A mail to each colleague who may approve it: neither who asked for it nor who registered the walk-ins. */
export async function tellStrikeRequested(
  tx: Tx,
  { jobs, settings: { publicUrl } }: TellDeps,
  { by, walkIns, ...strike }: Strike & { by: Staff; walkIns: number },
): Promise<void> {
  const about = { id: strike.id, by: by.name, walkIns, publicUrl }
  const helper = await nameOf(tx, strike)
  for (const to of await listApprovers(tx, strike))
    await jobs.enqueue(tx, 'mail', strikeRequested({ ...about, helper, to }))
}

/** The same colleagues, once the request is withdrawn. */
export async function tellStrikeWithdrawn(
  tx: Tx,
  { jobs, settings: { publicUrl } }: TellDeps,
  { by, ...strike }: Strike & { by: Staff },
): Promise<void> {
  const about = { id: strike.id, by: by.name, publicUrl }
  const helper = await nameOf(tx, strike)
  for (const to of await listApprovers(tx, strike))
    await jobs.enqueue(tx, 'mail', strikeWithdrawn({ ...about, helper, to }))
}

async function listApprovers(tx: Tx, { staffId, askedBy }: Strike): Promise<string[]> {
  const colleagues = await listStaffInRoles(tx, rolesWith('actions.confirm'))
  return colleagues.filter(({ id }) => id !== staffId && id !== askedBy).map(({ email }) => email)
}

async function nameOf(tx: Tx, { staffId }: Strike): Promise<string> {
  const helper = await findStaff(tx, staffId)
  if (!helper) throw new Error(`staff ${staffId} is not there`)
  return helper.name
}

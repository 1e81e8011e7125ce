import { rolesWith } from '../../../domain/office/permissions.ts'
import { partIn } from '../../../domain/office/walk-in-strikes.ts'
import type { Deps } from '../../deps.ts'
import { strikeRequested, strikeWithdrawn } from '../../messages/mails/strike-requested.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Staff } from '../../staff/guard.ts'
import { findStaff, listStaffInRoles } from '../../staff/staff.queries.ts'

type TellDeps = Pick<Deps, 'jobs' | 'settings'>
type Strike = { id: number; staffId: number; askedBy: number }
type Told = Strike & { by: Staff }

/** A mail to each colleague who may approve it: neither who asked for it nor who registered the walk-ins. */
export function tellStrikeRequested(
  tx: Tx,
  deps: TellDeps,
  { walkIns, ...strike }: Told & { walkIns: number },
): Promise<void> {
  return tellApprovers(tx, deps, strike, (about) => strikeRequested({ ...about, walkIns }))
}

/** The same colleagues, once the request is withdrawn. */
export function tellStrikeWithdrawn(tx: Tx, deps: TellDeps, strike: Told): Promise<void> {
  return tellApprovers(tx, deps, strike, strikeWithdrawn)
}

async function tellApprovers(
  tx: Tx,
  { jobs, settings: { publicUrl } }: TellDeps,
  { by, ...strike }: Told,
  mail: typeof strikeWithdrawn,
): Promise<void> {
  const about = { id: strike.id, by: by.name, helper: await nameOf(tx, strike), publicUrl }
  for (const to of await listApprovers(tx, strike))
    await jobs.enqueue(tx, 'mail', mail({ ...about, to }))
}

/** The addresses of the colleagues who may approve it. */
export async function listApprovers(
  tx: Tx,
  strike: Pick<Strike, 'staffId' | 'askedBy'>,
): Promise<string[]> {
  const colleagues = await listStaffInRoles(tx, rolesWith('actions.confirm'))
  return colleagues
    .filter(({ id }) => partIn(strike, id) === 'second person')
    .map(({ email }) => email)
}

async function nameOf(tx: Tx, { staffId }: Strike): Promise<string> {
  const helper = await findStaff(tx, staffId)
  if (!helper) throw new Error(`staff ${staffId} is not there`)
  return helper.name
}

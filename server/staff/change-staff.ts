import type { NewStaff, StaffChange } from '../../domain/office/contract.ts'
import type { Role } from '../../domain/office/permissions.ts'
import type { Deps } from '../deps.ts'
import { staffChanged, welcomeToOffice } from '../messages/mails/staff-change.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import type { Staff } from './guard.ts'
import {
  insertStaff,
  lockAdmins,
  lockStaff,
  replaceStaffEvents,
  type StaffRow,
  updateStaff,
} from './staff.queries.ts'
import { accountsOf } from './staff-account.ts'

type StaffDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'> & {
  settings: Pick<Deps['settings'], 'publicUrl'>
  auth: Pick<Deps['auth'], 'staffAccounts'>
}

/**
 * Adds a person, opens their account, and writes to every admin. `by` is null for the first admin.
 * Throws Refused staff_exists, or accounts_elsewhere with a hosted authentication service.
 */
export async function addStaff(
  deps: StaffDeps,
  { email, name, roles, ...days }: NewStaff,
  by: Staff | null,
): Promise<StaffRow> {
  const maker = by?.name ?? 'The first-admin command'
  const { userId, isInvited } = await accountsOf(deps).open(email, maker)
  const at = deps.now()
  return commit(deps, async (tx) => {
    const row = { userId, email, name, roles, since: at, madeBy: by?.id ?? null }
    const id = await insertStaff(tx, row)
    if (id === null) throw new Refused('staff_exists')
    await assignEvents(tx, { id, eventIds: [], leadEventIds: [] }, days)
    const after = await mustLock(tx, id)
    await announceRoles(deps, tx, { by, maker, before: null, after })
    if (!isInvited) {
      const { publicUrl } = deps.settings
      await deps.jobs.enqueue(tx, 'mail', welcomeToOffice({ to: email, name, publicUrl }))
    }
    return after
  })
}

/**
 * Changes name, roles and events; without roles the person no longer works here. Throws Refused
 * not_found, own_roles, last_admin or changed_meanwhile.
 */
export async function changeStaff(
  deps: StaffDeps,
  { id, name, roles, version, ...days }: StaffChange & { id: number },
  by: Staff,
): Promise<StaffRow> {
  const at = deps.now()
  const { before, after } = await commit(deps, async (tx) => {
    const admins = await lockAdmins(tx)
    const before = await lockStaff(tx, id)
    if (!before) throw new Refused('not_found')
    const isOther = before.roles.toSorted().join() !== roles.toSorted().join()
    if (isOther && id === by.id) throw new Refused('own_roles')
    const isLastAdmin = admins.length === 1 && admins[0]?.id === id
    if (isLastAdmin && !roles.includes('admin')) throw new Refused('last_admin')
    const until = roles.length > 0 ? null : (before.until ?? at)
    if (!(await updateStaff(tx, { id, version, name, roles, until })))
      throw new Refused('changed_meanwhile', { by: null })
    await assignEvents(tx, before, days)
    if (id === by.id && days.lead_event_ids) await refuseOwnLead(tx, before)
    const after = await mustLock(tx, id)
    await announceRoles(deps, tx, { by, maker: by.name, before, after })
    return { before, after }
  })
  // Again after a failure of the service, when the roles are gone already.
  if (roles.length === 0) await accountsOf(deps).close(after.userId, by.name)
  if (before.roles.length === 0 && roles.length > 0)
    await accountsOf(deps).open(after.email, by.name)
  return after
}

async function announceRoles(
  deps: StaffDeps,
  tx: Tx,
  {
    by,
    maker,
    before,
    after,
  }: { by: Staff | null; maker: string; before: StaffRow | null; after: StaffRow },
): Promise<void> {
  const { id, name, roles, email } = after
  const rolesBefore = before?.roles ?? []
  await insertAudit(
    tx,
    { by: by?.userId ?? null, subject: `staff ${id}`, at: deps.now() },
    'staff changed',
    { name, email, before: inAudit(before), after: inAudit(after) },
  )
  if (rolesBefore.toSorted().join() === roles.toSorted().join()) return
  const details = { name, before: inText(rolesBefore), after: inText(roles), by: maker }
  for (const { email: to } of await lockAdmins(tx))
    await deps.jobs.enqueue(tx, 'mail', staffChanged({ to, ...details }))
}

/** Throws Refused invalid_request for an unknown event, or a lead of one that is not assigned. */
async function assignEvents(
  tx: Tx,
  before: Pick<StaffRow, 'id' | 'eventIds' | 'leadEventIds'>,
  { event_ids, lead_event_ids }: Pick<StaffChange, 'event_ids' | 'lead_event_ids'>,
): Promise<void> {
  if (!event_ids && !lead_event_ids) return
  const eventIds = event_ids ?? before.eventIds
  const isAssigned = (id: number) => eventIds.includes(id)
  if (lead_event_ids && !lead_event_ids.every(isAssigned))
    throw invalidField('lead_event_ids', 'A day lead must be assigned to the event.')
  const leadEventIds = lead_event_ids ?? before.leadEventIds.filter(isAssigned)
  if (await replaceStaffEvents(tx, before.id, { eventIds, leadEventIds })) return
  throw invalidField('event_ids', 'One of these events does not exist.')
}

/** Throws Refused own_roles: leading a day is somebody else's decision. */
async function refuseOwnLead(tx: Tx, before: StaffRow): Promise<void> {
  const { leadEventIds } = await mustLock(tx, before.id)
  if (leadEventIds.some((id) => !before.leadEventIds.includes(id))) throw new Refused('own_roles')
}

function inAudit(row: StaffRow | null) {
  if (!row) return { roles: [] }
  const { roles, eventIds: event_ids, leadEventIds: lead_event_ids } = row
  return { roles, event_ids, lead_event_ids }
}

async function mustLock(tx: Tx, id: number): Promise<StaffRow> {
  const row = await lockStaff(tx, id)
  if (!row) throw new Error(`staff ${id} was just written and is not there`)
  return row
}

function inText(roles: readonly Role[]): string {
  return roles.length === 0 ? 'none' : roles.join(', ')
}

/** Throws when somebody is an admin already. */
export async function addFirstAdmin(
  deps: StaffDeps,
  person: { email: string; name: string },
): Promise<StaffRow> {
  if ((await deps.database.transaction(lockAdmins)).length > 0)
    throw new Error('There is already an admin, who can add other people in the office.')
  return addStaff(deps, { ...person, roles: ['admin'] }, null)
}

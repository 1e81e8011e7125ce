import type { StaffAccount } from '../../domain/office/staff-account.ts'
import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import type { StaffAccounts } from '../platform/auth-service.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { consumeOrThrow } from '../platform/rate-limits/rate-limits.ts'
import { findRemoval } from './factor-removals.queries.ts'
import type { Staff } from './guard.ts'
import { endOfficeSessions, findStaff, lockStaff, type StaffRow } from './staff.queries.ts'

type Of = { id: number; by: Staff }

/** Throws Refused not_found. */
export async function readStaffAccount(deps: Deps, id: number): Promise<StaffAccount> {
  const { db } = deps.database
  const row = await findStaff(db, id)
  if (!row) throw new Refused('not_found')
  const account = await deps.auth.staffAccounts?.stateOf(row.userId)
  const seen = [row.lastSeenAt, account?.lastSignInAt ?? null].filter((one) => one !== null)
  const last = seen.toSorted((one, other) => other.getTime() - one.getTime())[0]
  const last_seen_at = last?.toISOString() ?? null
  const removal = await findRemoval(db, id)
  const waiting = { removal: removal && toRemoval(removal), last_seen_at }
  if (!account)
    return {
      state: 'elsewhere',
      invited_at: null,
      expires_at: null,
      has_second_factor: false,
      ...waiting,
    }
  const { isConfirmed, invitedAt, invitationUntil } = account
  const isExpired = invitationUntil !== null && invitationUntil <= deps.now()
  return {
    state: isConfirmed ? 'used' : isExpired ? 'expired' : 'waiting',
    invited_at: invitedAt?.toISOString() ?? null,
    expires_at: isConfirmed || isExpired ? null : (invitationUntil?.toISOString() ?? null),
    has_second_factor: account.hasFactor,
    ...waiting,
  }
}

function toRemoval({
  askedBy,
  askedAt,
  dueAt,
  reason,
}: NonNullable<Awaited<ReturnType<typeof findRemoval>>>) {
  return {
    asked_by: askedBy,
    asked_at: askedAt.toISOString(),
    due_at: dueAt.toISOString(),
    reason,
  }
}

/** Throws Refused not_found, invitation_used, accounts_elsewhere or too_many_requests. */
export async function inviteAgain(deps: Deps, { id, by }: Of): Promise<void> {
  const accounts = accountsOf(deps)
  const { userId, email } = await lockAndAudit(deps, { id, by, action: 'invitation sent again' })
  const account = await accounts.stateOf(userId)
  if (account?.isConfirmed) throw new Refused('invitation_used')
  await accounts.open(email, by.name)
}

/** Ends every session of the person, on the site too. Throws Refused not_found, accounts_elsewhere. */
export async function signOutEverywhere(deps: Deps, { id, by }: Of): Promise<void> {
  const accounts = accountsOf(deps)
  const { userId } = await lockAndAudit(deps, { id, by, action: 'signed out everywhere' })
  await accounts.endSessions(userId)
  await deps.database.transaction((tx) => endOfficeSessions(tx, id))
}

function lockAndAudit(
  deps: Deps,
  { id, by, action }: Of & { action: 'invitation sent again' | 'signed out everywhere' },
): Promise<StaffRow> {
  return commit(deps, async (tx: Tx) => {
    const row = await lockStaff(tx, id)
    if (!row || row.until !== null) throw new Refused('not_found')
    if (action === 'invitation sent again') {
      await consumeOrThrow(tx, deps, 'help mails of a person', by.userId)
      await consumeOrThrow(tx, deps, 'help mails to', row.email)
    }
    const entry = { by, subject: `staff ${id}`, at: deps.now() }
    await insertAudit(tx, entry, action, { name: row.name })
    return row
  })
}

/** Throws Refused accounts_elsewhere. */
export function accountsOf({ auth }: { auth: Pick<Deps['auth'], 'staffAccounts'> }): StaffAccounts {
  if (!auth.staffAccounts) throw new Refused('accounts_elsewhere')
  return auth.staffAccounts
}

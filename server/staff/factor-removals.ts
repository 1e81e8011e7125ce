import { removalDueAt } from '../../domain/office/factor-removals.ts'
import type { Deps } from '../deps.ts'
import { factorRemovalAsked, factorRemovalEnded } from '../messages/mails/factor-removal.ts'
import type { Draft } from '../messages/mails/letter.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { forEachSafely, type OnError } from '../platform/for-each-safely.ts'
import { Refused } from '../platform/http/refused.ts'
import {
  insertRemoval,
  listDueRemovals,
  lockDueRemoval,
  updateDone,
  updateStopped,
} from './factor-removals.queries.ts'
import type { Staff } from './guard.ts'
import { lockAdmins, lockStaff, type StaffRow } from './staff.queries.ts'
import { accountsOf } from './staff-account.ts'

type Of = { id: number; by: Staff }
type RemovalDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'auth'>

/**
 * All admins and the colleague get an email at once; the second factor goes a day later. Throws Refused
 * not_found, own_factor, no_factor, removal_waits or accounts_elsewhere.
 */
export async function askForRemoval(
  deps: RemovalDeps,
  { id, by }: Of,
  reason: string,
): Promise<void> {
  if (id === by.id) throw new Refused('own_factor')
  const accounts = accountsOf(deps)
  const at = deps.now()
  const dueAt = removalDueAt(at)
  await commit(deps, async (tx) => {
    const person = await lockWorking(tx, id)
    const account = await accounts.stateOf(person.userId)
    if (!account?.hasFactor) throw new Refused('no_factor')
    const row = { staffId: id, askedBy: by.id, reason, askedAt: at, dueAt }
    if ((await insertRemoval(tx, row)) === null) throw new Refused('removal_waits')
    const entry = { by, subject: `staff ${id}`, at }
    await insertAudit(tx, entry, 'removal of a second factor requested', { reason })
    const about = { name: person.name, by: by.name, reason, dueAt }
    await tell(deps, tx, person, (to) => factorRemovalAsked({ to, ...about }))
  })
}

/** Any admin may; of the person too. Throws Refused not_found or no_removal. */
export async function stopRemoval(deps: RemovalDeps, { id, by }: Of): Promise<void> {
  const at = deps.now()
  await commit(deps, async (tx) => {
    const person = await lockWorking(tx, id)
    if (!(await updateStopped(tx, { staffId: id, by: by.id, at }))) throw new Refused('no_removal')
    await insertAudit(tx, { by, subject: `staff ${id}`, at }, 'removal of a second factor stopped')
    const about = { name: person.name, by: by.name, isStopped: true }
    await tell(deps, tx, person, (to) => factorRemovalEnded({ to, ...about }))
  })
}

/**
 * Carries out what has waited for a day. The account comes first, for what is removed twice is
 * removed once. Of somebody who no longer works here nothing is removed.
 */
export async function removeDueFactors(deps: RemovalDeps, onError: OnError): Promise<void> {
  const { staffAccounts } = deps.auth
  if (!staffAccounts) return
  const due = await listDueRemovals(deps.database.db, deps.now())
  await forEachSafely(due, onError, ({ id, staffId, askedBy }) =>
    commit(deps, async (tx) => {
      const person = await lockStaff(tx, staffId)
      if (!person || !(await lockDueRemoval(tx, id))) return
      const at = deps.now()
      await updateDone(tx, id, at)
      if (person.until !== null) return
      await staffAccounts.removeFactors(person.userId, askedBy)
      const entry = { by: null, subject: `staff ${staffId}`, at }
      await insertAudit(tx, entry, 'second factor removed', { asked_by: askedBy })
      const about = { name: person.name, by: askedBy, isStopped: false }
      await tell(deps, tx, person, (to) => factorRemovalEnded({ to, ...about }))
    }),
  )
}

async function lockWorking(tx: Tx, id: number): Promise<StaffRow> {
  const person = await lockStaff(tx, id)
  if (!person || person.until !== null) throw new Refused('not_found')
  return person
}

/** To every admin and the colleague, once each. */
async function tell(
  deps: RemovalDeps,
  tx: Tx,
  person: StaffRow,
  mailTo: (to: string) => Draft,
): Promise<void> {
  const addresses = (await lockAdmins(tx)).map(({ email }) => email)
  for (const to of new Set([...addresses, person.email]))
    await deps.jobs.enqueue(tx, 'mail', mailTo(to))
}

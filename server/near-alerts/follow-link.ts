import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { nearAlertConfirmed } from '../mails/near-alert-asked.ts'
import { commit } from '../platform/commit.ts'
import { nearAlertIn, nearAlertLink } from './links.ts'
import { findNearAlert, markConfirmed, markLeft, type NearAlertRow } from './near-alerts.queries.ts'

type LinkDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>

/** True also when already confirmed; false for an invalid or expired link. */
export async function confirmNearAlert(deps: LinkDeps, token: string): Promise<boolean> {
  const id = nearAlertIn(deps, token, 'confirm')
  if (id === null) return false
  const now = deps.now()
  return commit({ ...deps, eventIds: [] }, async (tx) => {
    const row = await markConfirmed(tx, { id, now })
    if (!row) return (await findNearAlert(tx, id))?.state === 'confirmed'
    await audit(tx, 'near alert confirmed', row, now)
    const { email, miles, place } = row
    const leave = nearAlertLink(deps, id, 'leave')
    const mail = nearAlertConfirmed({ email, miles, place: place ?? '', leave })
    await deps.jobs.enqueue(tx, 'mail', mail)
    return true
  })
}

/** False only for an invalid link. */
export async function endNearAlert(deps: LinkDeps, token: string): Promise<boolean> {
  const id = nearAlertIn(deps, token, 'leave')
  if (id === null) return false
  const now = deps.now()
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    const row = await markLeft(tx, { id, now })
    if (row) await audit(tx, 'near alert left', row, now)
  })
  return true
}

/** Without address and place, which may be deleted later. */
async function audit(tx: Tx, action: string, row: NearAlertRow, at: Date): Promise<void> {
  await insertAudit(tx, {
    action,
    subject: `near alert ${row.id}`,
    details: { wording: row.wording, askedAt: row.askedAt.toISOString() },
    at,
  })
}

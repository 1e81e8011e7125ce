import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { newsletterConfirmed } from '../mails/newsletter-confirmed.ts'
import { commit } from '../platform/commit.ts'
import { subscriptionIn, subscriptionLink } from './links.ts'
import {
  findSubscription,
  markConfirmed,
  markLeft,
  type SubscriptionRow,
} from './newsletter.queries.ts'

type LinkDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>

/** True also when already confirmed; false for an invalid or expired link. */
export async function confirmSubscription(deps: LinkDeps, token: string): Promise<boolean> {
  const id = subscriptionIn(deps, token, 'confirm')
  if (id === null) return false
  const now = deps.now()
  return commit({ ...deps, eventIds: [] }, async (tx) => {
    const row = await markConfirmed(tx, { id, now })
    if (!row) return (await findSubscription(tx, id))?.state === 'confirmed'
    await audit(tx, 'newsletter confirmed', row, now)
    const unsubscribe = subscriptionLink(deps, id, 'unsubscribe')
    await deps.jobs.enqueue(tx, 'mail', newsletterConfirmed({ ...row, unsubscribe }))
    return true
  })
}

/** False only for an invalid link. */
export async function endSubscription(deps: LinkDeps, token: string): Promise<boolean> {
  const id = subscriptionIn(deps, token, 'unsubscribe')
  if (id === null) return false
  const now = deps.now()
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    const row = await markLeft(tx, { id, now })
    if (row) await audit(tx, 'newsletter left', row, now)
  })
  return true
}

/** Without the address, which may be deleted later. */
async function audit(tx: Tx, action: string, row: SubscriptionRow, at: Date): Promise<void> {
  await insertAudit(tx, {
    action,
    subject: `subscription ${row.id}`,
    details: { wording: row.wording, askedAt: row.askedAt.toISOString() },
    at,
  })
}

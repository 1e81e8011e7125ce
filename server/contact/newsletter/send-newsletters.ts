import type { Deps } from '../../deps.ts'
import { countDueMails } from '../../messages/mail-jobs/mail-jobs.queries.ts'
import { newsletter } from '../../messages/mails/newsletter.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { linksOf } from './double-opt-in.ts'
import {
  findNewsletter,
  listSending,
  lockNewsletter,
  markNewsletter,
  markQueued,
  takeReaders,
} from './newsletters.queries.ts'
import { NEWSLETTER } from './opt-in.ts'

type SendDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>

/** Mails that wait at most, so that a confirmation of a booking does not wait behind a newsletter. */
export const MOST_WAITING = 100

/**
 * Queues the next mails of each newsletter that is being sent. A run is one transaction for each, so
 * that after a kill the next goes on, and two at once share nothing: nobody gets it twice.
 */
export async function sendNewsletters(deps: SendDeps, onError: OnError): Promise<void> {
  const { db } = deps.database
  await forEachSafely(await listSending(db, deps.now()), onError, (id) =>
    commit(deps, (tx) => queueMails(tx, deps, id)),
  )
}

async function queueMails(tx: Tx, deps: SendDeps, id: number): Promise<void> {
  const now = deps.now()
  const row = await lockNewsletter(tx, id)
  if (row?.state !== 'sending') return
  if ((await countDueMails(tx)) >= MOST_WAITING) return
  const readers = await takeReaders(tx, { id, limit: MOST_WAITING })
  const { publicUrl } = deps.settings
  for (const { subscriptionId, email, name } of readers) {
    const mail = newsletter({
      ...row,
      id: row.isShown ? id : null,
      subscription: { id: subscriptionId, email, name },
      unsubscribe: linksOf(deps, NEWSLETTER, subscriptionId).leave,
      publicUrl,
    })
    await deps.jobs.enqueue(tx, 'mail', mail)
  }
  const subscriptionIds = readers.map(({ subscriptionId }) => subscriptionId)
  await markQueued(tx, { id, subscriptionIds, now })
  if (readers.length === MOST_WAITING) return
  const mailed = (await findNewsletter(tx, id))?.mailed ?? 0
  await markNewsletter(tx, { id, state: 'sent', finishedAt: now, readers: mailed })
  await insertAudit(tx, { subject: `newsletter ${id}`, at: now }, 'newsletter sent', {
    readers: mailed,
  })
}

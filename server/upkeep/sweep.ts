import { closeDeniedHours } from '../audit/write-denials.ts'
import type { Deps } from '../deps.ts'
import { RESPONSE_TTL_MS } from '../idempotency/idempotent-request.ts'
import { cleanUpMails } from '../mail-jobs/mail-jobs.queries.ts'
import { deleteStale } from './upkeep.queries.ts'

const DAY_MS = 24 * 3_600_000
/** Long enough to investigate a fault that was reported during the office's holidays. */
const REPORT_DAYS = 30
const LETTER_DAYS = 365
const NOTICE_DAYS = 365

/** Deletes expired rows. */
export async function sweep({
  database,
  now,
  auth,
}: Pick<Deps, 'database' | 'now'> & { auth: { cleanUp?(): Promise<void> } }): Promise<void> {
  const moment = now().getTime()
  const dayAgo = new Date(moment - DAY_MS)
  await deleteStale(database.db, {
    answers: new Date(moment - RESPONSE_TTL_MS),
    attempts: dayAgo,
    claims: dayAgo,
    grants: dayAgo,
    links: dayAgo,
    reports: new Date(moment - REPORT_DAYS * DAY_MS),
    messages: new Date(moment - LETTER_DAYS * DAY_MS),
    notices: new Date(moment - NOTICE_DAYS * DAY_MS),
    unconfirmed: dayAgo,
    profiles: dayAgo,
    left: new Date(moment - LETTER_DAYS * DAY_MS),
    waits: new Date(moment - LETTER_DAYS * DAY_MS),
  })
  await cleanUpMails(database.db)
  await closeDeniedHours({ database, now })
  await auth.cleanUp?.()
}

import { closeDeniedHours } from '../audit/write-denials.ts'
import type { Deps } from '../deps.ts'
import { REPEATABLE_MS } from '../idempotency/idempotent-request.ts'
import { tidyMails } from '../mail-jobs/mail-jobs.queries.ts'
import { deleteStale } from './upkeep.queries.ts'

const DAY_MS = 24 * 3_600_000
/** Long enough to look into a fault that was reported while the office was on holiday. */
const REPORT_DAYS = 30
/** Questions to the charity, and that somebody left its newsletter or a waiting list: 12 months. */
const LETTER_DAYS = 365
/** That somebody was reminded: long after it could be sent again (domain/reminders.ts; privacy policy). */
const NOTICE_DAYS = 365

/**
 * Throws away what serves nobody any more: first answers that can no longer be asked for again, guess
 * counters, grants of access codes and links of mails a day after they ended, profiles of sign-ups that
 * nobody has confirmed after a day, reported faults after 30
 * days, messages, notices, former subscriptions and waits that are over after a year, and what the
 * authentication service has no more use for. Doing it twice, or at once, does no harm.
 */
export async function sweep({
  database,
  now,
  auth,
}: Pick<Deps, 'database' | 'now'> & { auth: { cleanUp?(): Promise<void> } }): Promise<void> {
  const moment = now().getTime()
  const dayAgo = new Date(moment - DAY_MS)
  await deleteStale(database.db, {
    answers: new Date(moment - REPEATABLE_MS),
    guesses: dayAgo,
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
  await tidyMails(database.db)
  await closeDeniedHours({ database, now })
  await auth.cleanUp?.()
}

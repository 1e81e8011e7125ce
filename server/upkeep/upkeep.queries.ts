// Deletes in batches, so that no statement locks many rows or runs long.
import { type AnyColumn, lt, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import {
  accessGrants,
  consentLinks,
  contactMessages,
  errorReports,
  idempotentAnswers,
  newsletterSubscriptions,
  nhsNumberClaims,
  notices,
  pendingProfiles,
  rateLimits,
  waitingList,
} from '../db/schema.ts'

const BATCH = 1_000

export type Cutoffs = {
  answers: Date
  attempts: Date
  claims: Date
  grants: Date
  links: Date
  reports: Date
  messages: Date
  notices: Date
  /** Subscriptions that were never confirmed, by the expiry of their link. */
  unconfirmed: Date
  profiles: Date
  left: Date
  waits: Date
}

export async function deleteStale(q: Queryable, since: Cutoffs): Promise<void> {
  await deleteInBatches(q, idempotentAnswers, {
    key: [idempotentAnswers.callerHash, idempotentAnswers.key],
    from: idempotentAnswers.createdAt,
    since: since.answers,
  })
  await deleteInBatches(q, rateLimits, {
    key: [rateLimits.rule, rateLimits.subject],
    from: rateLimits.windowStartsAt,
    since: since.attempts,
  })
  await deleteInBatches(q, nhsNumberClaims, {
    key: [nhsNumberClaims.nhsNumberIndex],
    from: nhsNumberClaims.claimedAt,
    since: since.claims,
  })
  await deleteInBatches(q, accessGrants, {
    key: [accessGrants.eventId, accessGrants.visitorHash],
    from: accessGrants.expiresAt,
    since: since.grants,
  })
  await deleteInBatches(q, consentLinks, {
    key: [consentLinks.keyHash],
    from: consentLinks.expiresAt,
    since: since.links,
  })
  await deleteInBatches(q, errorReports, {
    key: [errorReports.id],
    from: errorReports.at,
    since: since.reports,
  })
  await deleteInBatches(q, contactMessages, {
    key: [contactMessages.id],
    from: contactMessages.receivedAt,
    since: since.messages,
  })
  await deleteInBatches(q, notices, { key: [notices.id], from: notices.at, since: since.notices })
  const subscription = { key: [newsletterSubscriptions.id] }
  await deleteInBatches(q, newsletterSubscriptions, {
    ...subscription,
    from: newsletterSubscriptions.confirmUntil,
    since: since.unconfirmed,
  })
  await deleteInBatches(q, newsletterSubscriptions, {
    ...subscription,
    from: newsletterSubscriptions.leftAt,
    since: since.left,
  })
  await deleteInBatches(q, pendingProfiles, {
    key: [pendingProfiles.userId],
    from: pendingProfiles.createdAt,
    since: since.profiles,
  })
  await deleteInBatches(q, waitingList, {
    key: [waitingList.id],
    from: waitingList.closedAt,
    since: since.waits,
  })
}

async function deleteInBatches(
  q: Queryable,
  table: PgTable,
  { key, from, since }: { key: AnyColumn[]; from: AnyColumn; since: Date },
): Promise<void> {
  const id = sql.join(key, sql`, `)
  for (;;) {
    const batch = sql`select ${id} from ${table} where ${lt(from, since)}
      order by ${id} limit ${BATCH} for update skip locked`
    const { rowCount } = await q.delete(table).where(sql`(${id}) in (${batch})`)
    if ((rowCount ?? 0) < BATCH) return
  }
}

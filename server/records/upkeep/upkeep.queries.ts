// Deletes in batches, so that no statement locks many rows or runs long.

import {
  type AnyColumn,
  and,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { DAY_MS } from '../../../domain/durations.ts'
import { UNSETTLED } from '../../../domain/payment-states.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  accessGrants,
  claimLetterRequests,
  claimLetters,
  consentLinks,
  contactMessages,
  errorReports,
  followUpLinks,
  idempotentAnswers,
  invitations,
  keptRegistrations,
  mergeRequests,
  nearAlertMails,
  nearAlerts,
  newsletterMails,
  nhsNumberClaims,
  notices,
  officeSessions,
  paymentLinks,
  payments,
  pendingProfiles,
  preparationLinks,
  rateLimits,
  sentMessages,
  newsletterSubscriptions as subscriptions,
  waitingList,
  webhookEvents,
} from '../../platform/db/schema.ts'
import { RESPONSE_TTL_MS } from '../../platform/idempotency/idempotent-request.ts'

const BATCH = 1_000
/** Long enough to investigate a fault that was reported during the office's holidays. */
const MONTH_MS = 30 * DAY_MS
/** With the two days of the hold, a week. */
const BEGUN_MS = 5 * DAY_MS
const YEAR_MS = 365 * DAY_MS
/** The provider accepts disputes and refunds for 180 days after a payment. */
const ANSWER_MS = 200 * DAY_MS

type Rule = {
  table: PgTable
  key: AnyColumn[]
  from: AnyColumn
  after: number
  /** Only these rows; all without it. */
  where?: SQL
}

/** Rows expire `after` milliseconds from the moment in column `from`; null never expires. */
const RULES: Rule[] = [
  {
    table: idempotentAnswers,
    key: [idempotentAnswers.callerHash, idempotentAnswers.key],
    from: idempotentAnswers.createdAt,
    after: RESPONSE_TTL_MS,
  },
  {
    table: rateLimits,
    key: [rateLimits.rule, rateLimits.subject],
    from: rateLimits.windowStartsAt,
    after: DAY_MS,
  },
  {
    table: accessGrants,
    key: [accessGrants.eventId, accessGrants.visitorHash],
    from: accessGrants.expiresAt,
    after: DAY_MS,
  },
  rule(nhsNumberClaims, nhsNumberClaims.nhsNumberIndex, nhsNumberClaims.claimedAt, DAY_MS),
  rule(consentLinks, consentLinks.keyHash, consentLinks.expiresAt, DAY_MS),
  rule(claimLetterRequests, claimLetterRequests.id, claimLetterRequests.askedAt, YEAR_MS),
  rule(claimLetters, claimLetters.id, claimLetters.madeAt, YEAR_MS),
  rule(mergeRequests, mergeRequests.id, mergeRequests.decidedAt, YEAR_MS),
  rule(paymentLinks, paymentLinks.keyHash, paymentLinks.expiresAt, DAY_MS),
  rule(preparationLinks, preparationLinks.keyHash, preparationLinks.expiresAt, DAY_MS),
  rule(followUpLinks, followUpLinks.keyHash, followUpLinks.expiresAt, DAY_MS),
  rule(invitations, invitations.id, invitations.slotStartsAt, MONTH_MS),
  {
    // Asked for by members of the public, in the name of somebody who may not know of it.
    table: invitations,
    key: [invitations.id],
    from: invitations.heldUntil,
    after: BEGUN_MS,
    where: isNull(invitations.invitedBy),
  },
  rule(pendingProfiles, pendingProfiles.userId, pendingProfiles.createdAt, DAY_MS),
  rule(keptRegistrations, keptRegistrations.actionId, keptRegistrations.keptAt, MONTH_MS),
  rule(errorReports, errorReports.id, errorReports.at, MONTH_MS),
  rule(webhookEvents, webhookEvents.id, webhookEvents.handledAt, MONTH_MS),
  rule(webhookEvents, webhookEvents.id, webhookEvents.receivedAt, YEAR_MS),
  rule(contactMessages, contactMessages.id, contactMessages.receivedAt, YEAR_MS),
  rule(notices, notices.id, notices.at, YEAR_MS),
  rule(sentMessages, sentMessages.id, sentMessages.sentAt, YEAR_MS),
  rule(subscriptions, subscriptions.id, subscriptions.confirmUntil, DAY_MS),
  rule(subscriptions, subscriptions.id, subscriptions.leftAt, YEAR_MS),
  {
    table: newsletterMails,
    key: [newsletterMails.newsletterId, newsletterMails.subscriptionId],
    from: newsletterMails.listedAt,
    after: YEAR_MS,
  },
  rule(nearAlerts, nearAlerts.id, nearAlerts.confirmUntil, DAY_MS),
  rule(nearAlerts, nearAlerts.id, nearAlerts.leftAt, YEAR_MS),
  {
    table: nearAlertMails,
    key: [nearAlertMails.alertId, nearAlertMails.eventId],
    from: nearAlertMails.sentAt,
    after: YEAR_MS,
  },
  rule(officeSessions, officeSessions.sessionId, officeSessions.lastUsedAt, DAY_MS),
  rule(waitingList, waitingList.id, waitingList.closedAt, YEAR_MS),
]

function rule(table: PgTable, key: AnyColumn, from: AnyColumn, after: number): Rule {
  return { table, key: [key], from, after }
}

export async function deleteExpired(q: Queryable, now: Date): Promise<void> {
  for (const rule of RULES) await deleteInBatches(q, rule, new Date(now.getTime() - rule.after))
}

async function deleteInBatches(
  q: Queryable,
  { table, key, from, where }: Rule,
  before: Date,
): Promise<void> {
  const id = sql.join(key, sql`, `)
  const batch = sql`select ${id} from ${table} where ${and(lt(from, before), where)}
    order by ${id} limit ${BATCH} for update skip locked`
  await inBatches(() => q.delete(table).where(sql`(${id}) in (${batch})`))
}

async function inBatches(change: () => Promise<{ rowCount: number | null }>): Promise<void> {
  while (((await change()).rowCount ?? 0) === BATCH);
}

/** Clears the provider's answer of payments that have long ended; amounts and ids stay. */
export async function clearOldAnswers(q: Queryable, now: Date): Promise<void> {
  const batch = q
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isNotNull(payments.lastAnswer),
        lt(payments.updatedAt, new Date(now.getTime() - ANSWER_MS)),
        notInArray(payments.state, UNSETTLED),
      ),
    )
    .orderBy(payments.updatedAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  await inBatches(() =>
    q.update(payments).set({ lastAnswer: null }).where(inArray(payments.id, batch)),
  )
}

/** Clears webhooks that were never handled, as those that match no payment; id and type stay. */
export async function clearOldWebhooks(q: Queryable, now: Date): Promise<void> {
  const batch = q
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        isNotNull(webhookEvents.body),
        lt(webhookEvents.receivedAt, new Date(now.getTime() - MONTH_MS)),
        isNull(webhookEvents.handledAt),
      ),
    )
    .orderBy(webhookEvents.receivedAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  await inBatches(() =>
    q.update(webhookEvents).set({ body: null }).where(inArray(webhookEvents.id, batch)),
  )
}

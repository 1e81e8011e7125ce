import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/db/database.ts'
import {
  consentLinks,
  consents,
  consentText,
  consentWithdrawals,
  events,
} from '../../platform/db/schema.ts'

export function findConsentsOf(q: Queryable, memberId: number) {
  const withdrawalText = alias(consentText, 'withdrawal_words')
  return q
    .select({
      event_name: events.name,
      test_date: consents.psaTestDate,
      given_at: consents.givenAt,
      given_through: consents.channel,
      event_id: consents.eventId,
      sealed: consents.sealed,
      terms: consents.terms,
      sample_consent: consents.sampleConsent,
      gp_sharing: consents.gpSharing,
      disclaimer: consents.disclaimer,
      words_version: consents.wordsVersion,
      words: consentText.words,
      withdrawn_at: consentWithdrawals.withdrawnAt,
      withdrawn_through: consentWithdrawals.channel,
      withdrawal_words: withdrawalText.words,
    })
    .from(consents)
    .innerJoin(events, eq(events.id, consents.eventId))
    .innerJoin(consentText, eq(consentText.version, consents.wordsVersion))
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.consentId, consents.id))
    .leftJoin(withdrawalText, eq(withdrawalText.version, consentWithdrawals.wordsVersion))
    .where(eq(consents.memberId, memberId))
    .orderBy(asc(consents.id))
}

export function findConsentLinksOf(q: Queryable, memberId: number) {
  return q
    .select({
      event_name: events.name,
      sent_at: consentLinks.createdAt,
      works_until: consentLinks.expiresAt,
      used_at: consentLinks.usedAt,
    })
    .from(consentLinks)
    .innerJoin(events, eq(events.id, consentLinks.eventId))
    .where(eq(consentLinks.memberId, memberId))
    .orderBy(asc(consentLinks.createdAt))
}

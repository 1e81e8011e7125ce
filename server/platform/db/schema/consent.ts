import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bytes, id, moment } from './columns.ts'
import { event } from './events.ts'
import { member } from './members.ts'

/** Append-only. */
export const consentText = pgTable('consent_words', {
  version: text('version').primaryKey(),
  words: jsonb('words').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** A change is a new row. Append-only. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    memberId: member(),
    eventId: event(),
    wordsVersion: text('words_version')
      .notNull()
      .references(() => consentText.version),
    psaTestDate: date('psa_test_date', { mode: 'string' }).notNull(),
    sealed: bytes('sealed').notNull(),
    terms: boolean('terms').notNull(),
    sampleConsent: boolean('sample_consent').notNull(),
    gpSharing: boolean('gp_sharing').notNull(),
    disclaimer: boolean('disclaimer').notNull(),
    channel: text('channel').notNull().default('website'),
    /** Who took it, by telephone or on paper; null when the member gave it. */
    takenBy: text('taken_by'),
    givenAt: moment('given_at').notNull(),
  },
  (t) => [
    unique('consent_of_member_for_event').on(t.id, t.memberId, t.eventId),
    index('consents_by_member_and_event').on(t.memberId, t.eventId),
    check('consent_has_its_ticks', sql`${t.terms} and ${t.sampleConsent} and ${t.disclaimer}`),
  ],
)

/** With the version of the explanation shown. Append-only. */
export const consentWithdrawals = pgTable(
  'consent_withdrawals',
  {
    id: id(),
    consentId: bigint('consent_id', { mode: 'number' }).notNull().unique(),
    memberId: member(),
    eventId: event(),
    wordsVersion: text('words_version')
      .notNull()
      .references(() => consentText.version),
    channel: text('channel').notNull(),
    /** Who took it, by telephone or on paper; null when the member withdrew it. */
    takenBy: text('taken_by'),
    withdrawnAt: moment('withdrawn_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'withdrawal_of_the_members_own_consent',
      columns: [t.consentId, t.memberId, t.eventId],
      foreignColumns: [consents.id, consents.memberId, consents.eventId],
    }),
    index('consent_withdrawals_by_member').on(t.memberId),
  ],
)

export const consentLinks = pgTable(
  'consent_links',
  {
    keyHash: bytes('key_hash').primaryKey(),
    memberId: member(),
    eventId: event(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    check('consent_link_ends_after_it_was_made', sql`${t.expiresAt} > ${t.createdAt}`),
    check('consent_link_is_used_in_time', sql`${t.usedAt} is null or ${t.usedAt} < ${t.expiresAt}`),
  ],
)

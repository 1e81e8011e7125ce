import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Audience, NewsletterState } from '../../../../domain/office/newsletters.ts'
import { id, moment } from './columns.ts'
import { newsletterSubscriptions } from './letters.ts'

/** What the charity writes to its subscribers; nothing of any member. */
export const newsletters = pgTable(
  'newsletters',
  {
    id: id(),
    subject: text('subject').notNull(),
    /** Markdown. */
    body: text('body').notNull(),
    audience: text('audience').$type<Audience>().notNull(),
    state: text('state').$type<NewsletterState>().notNull(),
    /** The version of which a test mail was sent last. */
    testedVersion: integer('tested_version'),
    /** When the first mail leaves. */
    beginsAt: moment('begins_at'),
    finishedAt: moment('finished_at'),
    /** Whether it stands on the website. */
    isShown: boolean('is_shown').notNull().default(false),
    /** How many it went to, counted when it is finished. */
    readers: integer('readers'),
    version: integer('version').notNull().default(1),
    /** The id of the colleague who changed it last. */
    changedBy: bigint('changed_by', { mode: 'number' }).notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    check('newsletter_state_is_known', sql`${t.state} in ('draft', 'sending', 'stopped', 'sent')`),
    check('newsletter_audience_is_known', sql`${t.audience} in ('everybody', 'event news')`),
    check('newsletter_begins_when_sent', sql`(${t.state} = 'draft') = (${t.beginsAt} is null)`),
    check(
      'newsletter_sent_has_an_end',
      sql`(${t.state} = 'sent') = (${t.finishedAt} is not null) and (${t.state} = 'sent') = (${t.readers} is not null)`,
    ),
    check('newsletter_draft_is_not_shown', sql`${t.state} <> 'draft' or not ${t.isShown}`),
  ],
)

/** Each subscriber to whom a newsletter goes; `queuedAt` once its mail is in the queue. */
export const newsletterMails = pgTable(
  'newsletter_mails',
  {
    newsletterId: bigint('newsletter_id', { mode: 'number' })
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => newsletterSubscriptions.id, { onDelete: 'cascade' }),
    listedAt: moment('listed_at').notNull(),
    queuedAt: moment('queued_at'),
  },
  (t) => [
    primaryKey({
      name: 'one_mail_per_newsletter_and_subscription',
      columns: [t.newsletterId, t.subscriptionId],
    }),
    index('newsletter_mails_by_subscription').on(t.subscriptionId),
    index('newsletter_mails_to_queue').on(t.newsletterId).where(sql`${t.queuedAt} is null`),
  ],
)

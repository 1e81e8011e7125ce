import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, moment } from './columns.ts'
import { staff } from './staff.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** The same word in every row; what somebody wrote is sealed. */
    message: text('message').notNull(),
    sealId: uuid('seal_id'),
    sealed: bytes('sealed'),
    state: text('state').$type<'received' | 'held'>().notNull(),
    spamReason: text('held_because'),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
    handledBy: bigint('handled_by', { mode: 'number' }).references(() => staff.id),
    ownerId: bigint('owner_id', { mode: 'number' }).references(() => staff.id),
    /** When it was found to be a complaint about the use of personal data. */
    complaintAt: moment('complaint_at'),
    acknowledgedAt: moment('acknowledged_at'),
    outcomeAt: moment('outcome_at'),
  },
  (t) => [
    check(
      'contact_message_handled_by_somebody',
      sql`(${t.handledAt} is null) = (${t.handledBy} is null)`,
    ),
    index('contact_messages_by_age').on(t.receivedAt),
    check('contact_message_state_is_known', sql`${t.state} in ('received', 'held')`),
    check(
      'contact_message_held_has_a_reason',
      sql`(${t.state} = 'held') = (${t.spamReason} is not null)`,
    ),
    check(
      'contact_message_is_whole',
      sql`'' not in (${t.firstName}, ${t.lastName}, ${t.email}, ${t.phoneNumber}, ${t.message})`,
    ),
  ],
)

/** What the office answered or noted about a message, sealed; it goes with the message. */
export const messageEntries = pgTable(
  'message_entries',
  {
    id: id(),
    messageId: bigint('message_id', { mode: 'number' })
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'reply' | 'note'>().notNull(),
    madeBy: bigint('made_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    at: moment('at').notNull(),
    sealId: uuid('seal_id').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (t) => [
    index('message_entries_by_message').on(t.messageId, t.id),
    check('message_entry_kind_is_known', sql`${t.kind} in ('reply', 'note')`),
  ],
)

/** Pending until the owner confirms, or until `confirm_until`. */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique('one_subscription_per_address'),
    name: text('name').notNull(),
    hearAboutEvent: boolean('hear_about_event').notNull(),
    state: text('state').$type<'pending' | 'confirmed' | 'left'>().notNull(),
    wording: text('wording').notNull(),
    /** Why we may write to the address (decision 113). */
    ground: text('ground').$type<'consent'>().notNull().default('consent'),
    askedAt: moment('asked_at').notNull(),
    confirmUntil: moment('confirm_until'),
    confirmedAt: moment('confirmed_at'),
    leftAt: moment('left_at'),
  },
  (t) => [
    check('subscription_ground_is_known', sql`${t.ground} = 'consent'`),
    check('subscription_address_is_normalised', sql`${t.email} = lower(btrim(${t.email}))`),
    check('subscription_state_is_known', sql`${t.state} in ('pending', 'confirmed', 'left')`),
    check(
      'subscription_pending_has_an_end',
      sql`(${t.state} = 'pending') = (${t.confirmUntil} is not null)`,
    ),
    check(
      'subscription_confirmed_has_a_time',
      sql`(${t.state} <> 'confirmed' or ${t.confirmedAt} is not null) and (${t.state} <> 'pending' or ${t.confirmedAt} is null)`,
    ),
    check('subscription_left_has_a_time', sql`(${t.state} = 'left') = (${t.leftAt} is not null)`),
  ],
)

export const errorReports = pgTable('error_reports', {
  id: id(),
  message: text('message').notNull(),
  description: text('description'),
  at: moment('at').notNull(),
})

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { IdentityField } from '../../../../domain/identity.ts'
import { bytes, id, moment } from './columns.ts'
import { member, members } from './members.ts'

/** `before` and `after` are the sealed values of `fields`. Append-only. */
export const identityChanges = pgTable(
  'identity_changes',
  {
    id: id(),
    memberId: member(),
    actorUserId: uuid('actor_user_id').notNull(),
    fields: text('fields').array().$type<IdentityField[]>().notNull(),
    before: bytes('before').notNull(),
    after: bytes('after').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    index('identity_changes_by_member').on(t.memberId, t.id),
    check('identity_change_names_a_field', sql`cardinality(${t.fields}) > 0`),
  ],
)

/**
 * Tasks of the office, open until `decided_at`. A review of a shared number covers results
 * recorded from `number_since` (null: profile creation) to `number_until` (null: still current).
 */
export const identityReviews = pgTable(
  'identity_reviews',
  {
    id: id(),
    memberId: bigint('member_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'shared nhs number' | 'changed identity'>().notNull(),
    nhsNumberIndex: bytes('nhs_number_index'),
    numberSince: moment('number_since'),
    numberUntil: moment('number_until'),
    raisedAt: moment('raised_at').notNull(),
    /**
     * Whether results recorded from `raised_at` on wait for the decision: the member gave a number
     * that another record with results already had.
     */
    withholds: boolean('withholds').notNull().default(false),
    outcome: text('outcome').$type<'confirmed' | 'rejected'>(),
    decidedAt: moment('decided_at'),
    decidedBy: text('decided_by'),
    note: text('note'),
  },
  (t) => [
    index('identity_reviews_by_member').on(t.memberId),
    index('identity_reviews_open').on(t.raisedAt).where(sql`${t.decidedAt} is null`),
    uniqueIndex('one_open_review_of_a_shared_number')
      .on(t.memberId, t.nhsNumberIndex)
      .where(sql`${t.decidedAt} is null and ${t.kind} = 'shared nhs number'`),
    uniqueIndex('one_open_review_of_a_changed_identity')
      .on(t.memberId)
      .where(sql`${t.decidedAt} is null and ${t.kind} = 'changed identity'`),
    check(
      'identity_review_kind_is_known',
      sql`${t.kind} in ('shared nhs number', 'changed identity')`,
    ),
    check(
      'identity_review_of_a_number_names_it',
      sql`(${t.kind} = 'shared nhs number') = (${t.nhsNumberIndex} is not null)`,
    ),
    check('identity_review_outcome_is_known', sql`${t.outcome} in ('confirmed', 'rejected')`),
    check(
      'identity_review_is_decided_by_a_person',
      sql`(${t.outcome} is null) = (${t.decidedAt} is null) and (${t.outcome} is null) = (${t.decidedBy} is null)`,
    ),
  ],
)

/**
 * Written before a profile takes the number, or the office makes a member with what doubles have in
 * common, so that concurrent ones see each other.
 */
export const nhsNumberClaims = pgTable('nhs_number_claims', {
  nhsNumberIndex: bytes('nhs_number_index').primaryKey(),
  claimedAt: moment('claimed_at').notNull(),
})

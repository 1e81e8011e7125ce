import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { LETTER_ENDS, type LetterEnd } from '../../../../domain/office/claim-letters.ts'
import type { MergeProposal } from '../../../../domain/office/merge-schemas.ts'
import {
  CLAIM_ENDS,
  type ClaimEnd,
  CONTACT_NOTICES,
  type ContactNotice,
} from '../../../../domain/record-claims.ts'
import { bytes, id, moment } from './columns.ts'
import { member, members } from './members.ts'
import { staff } from './staff.ts'

/** The account that the record had when its member had lost the address: only that one is replaced. */
const replacedAccount = () => uuid('replaces_account')
const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/**
 * A letter with a code by which the member claims the record. Only a keyed hash of the code is
 * stored. A member has one open letter at most.
 */
export const claimLetters = pgTable(
  'claim_letters',
  {
    id: id(),
    memberId: member(),
    replacesAccount: replacedAccount(),
    codeHash: bytes('code_hash').notNull().unique('one_letter_per_code'),
    madeBy: bigint('made_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    madeAt: moment('made_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    printedAt: moment('printed_at'),
    postedAt: moment('posted_at'),
    returnedAt: moment('returned_at'),
    /** Wrong dates of birth with this code. */
    tries: integer('tries').notNull().default(0),
    closedAt: moment('closed_at'),
    closedBecause: text('closed_because').$type<LetterEnd>(),
  },
  (t) => [
    uniqueIndex('one_open_claim_letter').on(t.memberId).where(sql`${t.closedAt} is null`),
    index('claim_letters_by_member').on(t.memberId),
    index('claim_letters_by_age').on(t.madeAt),
    check(
      'claim_letter_closed_for_a_reason',
      sql`(${t.closedAt} is null) = (${t.closedBecause} is null)`,
    ),
    check(
      'claim_letter_end_is_known',
      sql`${t.closedBecause} in (${sql.raw(listed(LETTER_ENDS))})`,
    ),
    check('claim_letter_ends_later', sql`${t.expiresAt} > ${t.madeAt}`),
    check('claim_letter_has_few_tries', sql`${t.tries} between 0 and 5`),
  ],
)

/**
 * The office asks for a claim letter; somebody who may print letters makes it, so that who asks
 * never sees the code. To print while it has no letter and is not cancelled.
 */
export const claimLetterRequests = pgTable(
  'claim_letter_requests',
  {
    id: id(),
    memberId: member(),
    replacesAccount: replacedAccount(),
    askedBy: bigint('asked_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    askedAt: moment('asked_at').notNull(),
    /** The newest that was printed. */
    letterId: bigint('letter_id', { mode: 'number' }).references(() => claimLetters.id),
    postedBy: bigint('posted_by', { mode: 'number' }).references(() => staff.id),
    cancelledAt: moment('cancelled_at'),
  },
  (t) => [
    uniqueIndex('one_claim_letter_request')
      .on(t.memberId)
      .where(sql`${t.letterId} is null and ${t.cancelledAt} is null`),
    index('claim_letter_requests_by_member').on(t.memberId),
    index('claim_letter_requests_by_letter').on(t.letterId),
    index('claim_letter_requests_by_age').on(t.askedAt),
    check('claim_letter_request_ends_once', sql`${t.letterId} is null or ${t.cancelledAt} is null`),
    check(
      'claim_letter_is_posted_when_printed',
      sql`${t.postedBy} is null or ${t.letterId} is not null`,
    ),
  ],
)

/**
 * A claim of a record with anything of health waits for a second proof: the contact that the record
 * had before the letter, or a clinician. Keys of links are stored as hashes. Open until `ended_at`.
 */
export const recordClaims = pgTable(
  'record_claims',
  {
    id: id(),
    memberId: member(),
    /** The account that claims, and its confirmed address. */
    userId: uuid('user_id').notNull(),
    email: text('email').notNull(),
    replacesAccount: replacedAccount(),
    letterId: bigint('letter_id', { mode: 'number' })
      .notNull()
      .references(() => claimLetters.id, { onDelete: 'cascade' }),
    claimedAt: moment('claimed_at').notNull(),
    /** Of the contact from before: its link can confirm or refuse. */
    contactKeyHash: bytes('contact_key_hash').unique('one_claim_per_contact_key'),
    /** Of a contact that the office entered lately: its link can only refuse. */
    newContactKeyHash: bytes('new_contact_key_hash').unique('one_claim_per_new_contact_key'),
    notice: text('notice').$type<ContactNotice>().notNull(),
    /** When the contact got a message; of a letter, when it was printed. */
    toldAt: moment('told_at'),
    isContactChanged: boolean('is_contact_changed').notNull(),
    tubeTries: integer('tube_tries').notNull().default(0),
    tubeProvenAt: moment('tube_proven_at'),
    endedAt: moment('ended_at'),
    endedBecause: text('ended_because').$type<ClaimEnd>(),
    /** Null when the contact or a change of the record ended it. */
    endedBy: bigint('ended_by', { mode: 'number' }).references(() => staff.id),
  },
  (t) => [
    uniqueIndex('one_open_record_claim').on(t.memberId).where(sql`${t.endedAt} is null`),
    index('record_claims_by_member').on(t.memberId),
    index('record_claims_by_account').on(t.userId),
    index('record_claims_by_letter').on(t.letterId),
    index('record_claims_by_age').on(t.claimedAt),
    check(
      'record_claim_ends_for_a_reason',
      sql`(${t.endedAt} is null) = (${t.endedBecause} is null)`,
    ),
    check('record_claim_end_is_known', sql`${t.endedBecause} in (${sql.raw(listed(CLAIM_ENDS))})`),
    check(
      'record_claim_notice_is_known',
      sql`${t.notice} in (${sql.raw(listed(CONTACT_NOTICES))})`,
    ),
    check(
      'record_claim_is_decided_by_staff',
      sql`case when ${t.endedBecause} in ('released', 'refused') then ${t.endedBy} is not null else ${t.endedBy} is null end`,
    ),
    check('record_claim_replaces_another_account', sql`${t.replacesAccount} <> ${t.userId}`),
    check('record_claim_has_few_tube_tries', sql`${t.tubeTries} between 0 and 5`),
  ],
)

/**
 * A member with an account and a profile asks an admin to join another record to it, having shown
 * its code and date of birth, or an admin proposes a merge that needs a second one. Open until
 * `decided_at`.
 */
export const mergeRequests = pgTable(
  'merge_requests',
  {
    id: id(),
    memberId: member(),
    otherId: bigint('other_id', { mode: 'number' })
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    askedAt: moment('asked_at').notNull(),
    outcome: text('outcome').$type<'merged' | 'refused'>(),
    decidedAt: moment('decided_at'),
    decidedBy: bigint('decided_by', { mode: 'number' }).references(() => staff.id),
    /** False when an admin proposed it and no member asked. */
    isOfMember: boolean('is_of_member').notNull().default(true),
    /** The admin who has compared the records; another one confirms. */
    proposedBy: bigint('proposed_by', { mode: 'number' }).references(() => staff.id),
    /** What that admin chose. */
    proposal: jsonb('proposal').$type<MergeProposal>(),
  },
  (t) => [
    uniqueIndex('one_open_merge_request')
      .on(t.memberId, t.otherId)
      .where(sql`${t.decidedAt} is null`),
    index('merge_requests_by_member').on(t.memberId),
    index('merge_requests_by_other').on(t.otherId),
    check('merge_request_is_of_two', sql`${t.memberId} <> ${t.otherId}`),
    check('merge_request_outcome_is_known', sql`${t.outcome} in ('merged', 'refused')`),
    check(
      'merge_request_second_admin_is_another',
      sql`${t.outcome} <> 'merged' or ${t.decidedBy} <> ${t.proposedBy}`,
    ),
    check(
      'merge_request_is_proposed_whole',
      sql`(${t.proposedBy} is null) = (${t.proposal} is null)`,
    ),
    check(
      'merge_request_is_decided_by_a_person',
      sql`(${t.outcome} is null) = (${t.decidedAt} is null) and (${t.outcome} is null) = (${t.decidedBy} is null)`,
    ),
  ],
)

import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'
import { members } from './members.ts'
import { staff } from './staff.ts'

/**
 * What likely doubles are found by, as `comparable` writes it, null for nothing, and what the office's
 * search finds a member by. A record that was merged or erased has no row.
 */
export const matchKeys = pgTable(
  'match_keys',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    firstName: text('first_name'),
    lastName: text('last_name'),
    postcode: text('postcode'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    nhsNumberIndex: bytes('nhs_number_index'),
    /** What the office's search finds the member by (domain/office/search-words.ts). */
    words: text('words').array().notNull().default([]),
    /** By which the whole names are alike (domain/office/spelling-keys.ts). */
    firstNameKeys: text('first_name_keys').array().notNull().default([]),
    lastNameKeys: text('last_name_keys').array().notNull().default([]),
  },
  (t) => [
    index('match_keys_by_word').using('gin', sql`array_to_tsvector(${t.words})`),
    index('match_keys_by_postcode').on(t.postcode),
    index('match_keys_by_number').on(t.nhsNumberIndex),
    index('match_keys_by_name').on(t.lastName, t.firstName),
    index('match_keys_by_birth').on(t.dateOfBirth, t.postcode),
  ],
)

const matched = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => matchKeys.memberId, { onDelete: 'cascade' })

/** Two records that may be of one person. A decision says that they are not, and stays. */
export const likelyDuplicates = pgTable(
  'likely_doubles',
  {
    oneId: matched('one_id'),
    otherId: matched('other_id'),
    decidedBy: bigint('decided_by', { mode: 'number' }).references(() => staff.id),
    decidedAt: moment('decided_at'),
    reason: text('reason'),
  },
  (t) => [
    primaryKey({ name: 'a_pair_is_listed_once', columns: [t.oneId, t.otherId] }),
    index('likely_doubles_by_other').on(t.otherId),
    index('likely_doubles_open').on(t.oneId, t.otherId).where(sql`${t.decidedAt} is null`),
    index('likely_doubles_decided').on(t.oneId, t.otherId).where(sql`${t.decidedAt} is not null`),
    check('likely_double_is_of_an_older_and_a_newer', sql`${t.oneId} < ${t.otherId}`),
    check(
      'likely_double_is_decided_by_a_person',
      sql`(${t.decidedAt} is null) = (${t.decidedBy} is null) and (${t.decidedAt} is null) = (${t.reason} is null)`,
    ),
  ],
)

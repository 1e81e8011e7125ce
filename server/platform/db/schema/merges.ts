import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, moment } from './columns.ts'
import { members } from './members.ts'
import { results } from './results.ts'
import { staff } from './staff.ts'

const memberNamed = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'restrict' })
const by = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => staff.id)

/** Two records of one person became one (docs/decisions/0032). Append-only. */
export const memberMerges = pgTable(
  'member_merges',
  {
    id: id(),
    keptId: memberNamed('kept_id'),
    mergedId: memberNamed('merged_id'),
    madeBy: by('made_by'),
    reason: text('reason').notNull(),
    at: moment('at').notNull(),
    /** The record as it was before the merge, sealed; null of merges before November 2026. */
    sealId: uuid('seal_id'),
    sealed: bytes('sealed'),
  },
  (t) => [
    index('member_merges_by_merged').on(t.mergedId),
    index('member_merges_by_kept').on(t.keptId),
    check('member_merge_is_of_two', sql`${t.keptId} <> ${t.mergedId}`),
  ],
)

/**
 * A result of a merged record that the member may read, because an admin named it. It ends when the
 * merge is parted; after another merge it is named anew. Append-only.
 */
export const mergedResults = pgTable(
  'merged_results',
  {
    resultId: bigint('result_id', { mode: 'number' })
      .notNull()
      .references(() => results.id),
    memberId: memberNamed('member_id'),
    namedBy: by('named_by'),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'each_naming_of_a_merged_result',
      columns: [t.resultId, t.memberId, t.at],
    }),
    index('merged_results_by_member').on(t.memberId),
  ],
)

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RetentionKind } from '../../../../domain/office/retention.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'
import { staff } from './staff.ts'

const person = (name: string) => bigint(name, { mode: 'number' }).references(() => staff.id)

/**
 * `closed_by` is who closed it in the office, with the answer to the member; null when the member
 * took it back. The account goes before the data.
 */
export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: id(),
    memberId: member(),
    askedAt: moment('asked_at').notNull(),
    takenBackAt: moment('taken_back_at'),
    closedBy: person('closed_by'),
    /** Why the office refused it; null when the member took it back. */
    refusal: text('refusal'),
    approvedAt: moment('approved_at'),
    approvedBy: person('approved_by'),
    accountGoneAt: moment('account_gone_at'),
    carriedOutAt: moment('carried_out_at'),
  },
  (t) => [
    uniqueIndex('one_standing_erasure_request_per_member')
      .on(t.memberId)
      .where(sql`${t.takenBackAt} is null`),
    check(
      'erasure_request_is_taken_back_after_it_was_made',
      sql`${t.takenBackAt} is null or ${t.takenBackAt} >= ${t.askedAt}`,
    ),
    check(
      'erasure_request_is_approved_by_somebody',
      sql`(${t.approvedAt} is null) = (${t.approvedBy} is null)`,
    ),
    check(
      'erasure_request_is_closed_or_approved',
      sql`${t.takenBackAt} is null or ${t.approvedAt} is null`,
    ),
    check(
      'erasure_request_is_carried_out_after_approval',
      sql`${t.carriedOutAt} is null or (${t.approvedAt} is not null and ${t.accountGoneAt} is not null)`,
    ),
    check(
      'erasure_request_refused_by_somebody',
      sql`${t.refusal} is null or (${t.closedBy} is not null and ${t.takenBackAt} is not null)`,
    ),
  ],
)

/** What was erased, without anything of the member: counts of rows by table. Append-only. */
export const erasureLog = pgTable(
  'erasure_log',
  {
    id: id(),
    /** 'erasure', the kind of rows whose period had ended, or 'field keys' (decision 36). */
    kind: text('kind').$type<'erasure' | RetentionKind | 'field keys'>().notNull(),
    requestId: bigint('request_id', { mode: 'number' }).unique('one_erasure_per_request'),
    counts: jsonb('counts').$type<Record<string, number>>().notNull(),
    /** Null when the job did it by the settings. */
    doneBy: person('done_by'),
    at: moment('at').notNull(),
  },
  (t) => [
    check('erasure_has_its_request', sql`(${t.kind} = 'erasure') = (${t.requestId} is not null)`),
  ],
)

/** Whose the health records are that outlive an erased account, sealed. */
export const keptIdentities = pgTable('kept_identities', {
  memberId: member().primaryKey(),
  sealed: bytes('sealed').notNull(),
  keptAt: moment('kept_at').notNull(),
})

/** How long rows are kept; a kind without a row here is not deleted by the job. */
export const retentionSettings = pgTable(
  'retention_settings',
  {
    kind: text('kind').$type<RetentionKind>().primaryKey(),
    months: integer('months').notNull(),
    isOn: boolean('is_on').notNull(),
    version: integer('version').notNull().default(1),
    changedBy: person('changed_by').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [check('retention_has_a_period', sql`${t.months} between 1 and 1200`)],
)

/**
 * The MAC of a batch after an erasure changed or removed rows of it; the highest `number` counts.
 * Append-only.
 */
export const chainReseals = pgTable(
  'chain_reseals',
  {
    tableName: text('table_name').notNull(),
    chain: integer('chain').notNull(),
    batch: integer('batch').notNull(),
    number: integer('number').notNull(),
    /** Rows of the batch that are gone, as '3,7-9'. */
    removedIds: text('removed_ids').notNull(),
    erasureLogId: bigint('erasure_log_id', { mode: 'number' })
      .notNull()
      .references(() => erasureLog.id),
    mac: bytes('mac').notNull(),
    sealedAt: moment('sealed_at').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'one_reseal_of_a_number',
      columns: [t.tableName, t.chain, t.batch, t.number],
    }),
  ],
)

/** Locked while rows of the table are sealed or erased. */
export const chainLocks = pgTable('chain_locks', { tableName: text('table_name').primaryKey() })

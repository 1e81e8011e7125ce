import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { member, members } from './members.ts'

/** A lab result; value, unit, comments and band are encrypted together. Append-only. */
export const results = pgTable(
  'results',
  {
    id: id(),
    memberId: member(),
    appointmentId: bigint('appointment_id', { mode: 'number' }),
    supersedesId: bigint('supersedes_id', { mode: 'number' }).unique(),
    sampleDate: date('sample_date', { mode: 'string' }),
    sealed: bytes('sealed').notNull(),
    source: text('source').notNull(),
    sourceRef: text('source_ref'),
    releasedAt: moment('released_at'),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: 'result_of_the_members_own_appointment',
      columns: [t.appointmentId, t.memberId],
      foreignColumns: [appointments.id, appointments.memberId],
    }),
    foreignKey({
      name: 'result_replaces_one_of_the_same_member',
      columns: [t.supersedesId, t.memberId],
      foreignColumns: [t.id, t.memberId],
    }),
    uniqueIndex('result_of_a_member').on(t.id, t.memberId),
    unique('result_is_imported_once').on(t.source, t.sourceRef),
    index('results_by_member').on(t.memberId),
  ],
)

/**
 * When each result's member is due for the next test. A trigger adds a row for every new result;
 * reminding deletes it. `due_on` is null until the sealed interval has been read.
 */
export const retests = pgTable(
  'retests',
  {
    resultId: bigint('result_id', { mode: 'number' })
      .primaryKey()
      .references(() => results.id),
    dueOn: date('due_on', { mode: 'string' }),
  },
  (t) => [index('retests_by_day').on(t.dueOn, t.resultId)],
)

/**
 * Released results whose members nobody has told yet, however long ago that was. A trigger adds a row
 * for every new result, unless it was recorded more than two weeks after its release.
 */
export const unannouncedResults = pgTable('unannounced_results', {
  resultId: bigint('result_id', { mode: 'number' })
    .primaryKey()
    .references(() => results.id),
})

/**
 * Days of appointments with a GP that members entered with a result. The latest row counts; one
 * without a day takes it back. Sealed, without a column that leads to a member
 * (server/facts/sealed-gp-day.ts); those from before have theirs. Append-only.
 */
export const gpAppointments = pgTable(
  'gp_appointments',
  {
    id: id(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'restrict',
    }),
    resultId: bigint('result_id', { mode: 'number' }).references(() => results.id),
    day: date('day', { mode: 'string' }),
    /** The day alone; the moment is sealed. */
    enteredAt: moment('entered_at').notNull(),
    /** A keyed hash of the result. */
    resultIndex: bytes('result_index'),
    sealId: uuid('seal_id'),
    sealed: bytes('sealed'),
  },
  (t) => [
    index('gp_appointments_by_result').on(t.resultId, t.id),
    index('gp_appointments_by_member').on(t.memberId),
    index('gp_appointments_by_index').on(t.resultIndex),
  ],
)

/** Views of health data. Append-only. */
export const accessLog = pgTable(
  'access_log',
  {
    id: id(),
    memberId: member(),
    actorUserId: uuid('actor_user_id').notNull(),
    actorRole: text('actor_role').notNull(),
    what: text('what').notNull(),
    resultId: bigint('result_id', { mode: 'number' }).references(() => results.id),
    reason: text('reason'),
    addressHash: bytes('address_hash'),
    at: moment('at').notNull(),
  },
  (t) => [index('access_log_by_member').on(t.memberId, t.at)],
)

/**
 * Batches of rows of an append-only table, each with a MAC over its rows and the previous MAC. A
 * late batch covers rows that appeared in an earlier range; the highest `chain` counts.
 */
export const chainBatches = pgTable(
  'chain_batches',
  {
    tableName: text('table_name').notNull(),
    chain: integer('chain').notNull(),
    batch: integer('batch').notNull(),
    fromId: bigint('from_id', { mode: 'number' }).notNull(),
    toId: bigint('to_id', { mode: 'number' }).notNull(),
    isLate: boolean('is_late').notNull(),
    /** Example: '1-500,502-1000'. */
    rowIds: text('row_ids').notNull(),
    rowCount: integer('row_count').notNull(),
    mac: bytes('mac').notNull(),
    sealedAt: moment('sealed_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'one_batch_of_a_number', columns: [t.tableName, t.chain, t.batch] }),
    check('chain_batch_covers_a_range', sql`${t.fromId} <= ${t.toId} and ${t.rowCount} > 0`),
  ],
)

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    actorUserId: uuid('actor_user_id'),
    memberId: bigint('member_id', { mode: 'number' }),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').notNull().default({}),
    at: moment('at').notNull(),
  },
  (t) => [
    index('audit_log_by_member').on(t.memberId, t.at),
    index('audit_log_by_actor').on(t.actorUserId, t.at),
    index('audit_log_of_chain_checks').on(t.id).where(sql`${t.action} = 'hash chain checked'`),
  ],
)

/** Denied accesses per hour beyond the first ones, which are audit log rows. */
export const deniedAccessCounts = pgTable(
  'denied_access_counts',
  {
    callerHash: bytes('caller_hash').notNull(),
    hour: moment('hour').notNull(),
    actorUserId: uuid('actor_user_id'),
    addressHash: text('address_hash').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'denied_access_count', columns: [t.callerHash, t.hour] })],
)

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
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import type { UnreadPart } from '../../../../domain/office/lab-rows.ts'
import {
  type ImportState,
  type LabResultState,
  REVIEW_KINDS,
  type ReviewKind,
  type RowReason,
  type RowState,
} from '../../../../domain/office/result-states.ts'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { labs } from './events.ts'
import { member } from './members.ts'
import { results } from './results.ts'
import { staff } from './staff.ts'

const words = (list: readonly string[]) => sql.raw(list.map((word) => `'${word}'`).join(', '))
const staffMember = (name: string) => bigint(name, { mode: 'number' }).references(() => staff.id)

/** How a laboratory's files are read; the highest version counts. Rows are never changed. */
export const labColumnMaps = pgTable(
  'lab_column_maps',
  {
    labId: bigint('lab_id', { mode: 'number' })
      .notNull()
      .references(() => labs.id),
    version: integer('version').notNull(),
    map: jsonb('map').$type<ColumnMap>().notNull(),
    savedBy: staffMember('saved_by').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [primaryKey({ name: 'one_column_map_of_a_version', columns: [t.labId, t.version] })],
)

/** A file of a laboratory. The sealed file is deleted 30 days after its upload. */
export const resultImports = pgTable(
  'result_imports',
  {
    id: id(),
    labId: bigint('lab_id', { mode: 'number' })
      .notNull()
      .references(() => labs.id),
    fileName: text('file_name').notNull(),
    /** A keyed hash: the same file of a laboratory is imported once. */
    fileIndex: bytes('file_index').notNull(),
    sealId: uuid('seal_id').notNull().unique(),
    sealedFile: bytes('sealed_file'),
    mapVersion: integer('map_version'),
    state: text('state').$type<ImportState>().notNull(),
    /** Why the whole file was refused, as a code. */
    refusal: text('refusal'),
    /** Parts of the file in no row; null before it was read, and of files read before this was counted. */
    unread: jsonb('unread').$type<UnreadPart[]>(),
    madeBy: staffMember('made_by').notNull(),
    madeAt: moment('made_at').notNull(),
    committedBy: staffMember('committed_by'),
    committedAt: moment('committed_at'),
  },
  (t) => [
    unique('each_file_of_a_laboratory_once').on(t.labId, t.fileIndex),
    check(
      'result_import_state_is_known',
      sql`${t.state} in ('reading', 'refused', 'in review', 'committing', 'committed', 'cancelled')`,
    ),
    check(
      'result_import_refusal_is_of_a_refused_file',
      sql`(${t.state} = 'refused') = (${t.refusal} is not null)`,
    ),
    index('result_imports_by_time').on(t.madeAt),
  ],
)

/** A row of a file, by its number in the spreadsheet, with the decision of a person. */
export const resultImportRows = pgTable(
  'result_import_rows',
  {
    importId: bigint('import_id', { mode: 'number' })
      .notNull()
      .references(() => resultImports.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    /** What the laboratory wrote (server/results/lab-results/sealed-row.ts). */
    sealed: bytes('sealed').notNull(),
    state: text('state').$type<RowState>().notNull(),
    reason: text('reason').$type<RowReason>(),
    /** Matched, or chosen by a person. */
    appointmentId: bigint('appointment_id', { mode: 'number' }).references(() => appointments.id),
    /** Among which a person chooses. */
    closeIds: jsonb('close_ids').$type<number[]>().notNull().default([]),
    decision: text('decision').$type<'match' | 'discard' | 'ask'>(),
    /** The row whose number was reported for another member; this one withdraws that report. */
    withdrawsFor: integer('withdraws_for'),
    /** A person said that it is of another sample than the report of its number before. */
    isOtherSample: boolean('is_other_sample').notNull().default(false),
    /** When the laboratory was asked to send it again. */
    askedAt: moment('asked_at'),
    decidedBy: staffMember('decided_by'),
    decidedAt: moment('decided_at'),
    labResultId: bigint('lab_result_id', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'each_row_of_an_import_once', columns: [t.importId, t.row] }),
    check(
      'result_row_state_is_known',
      sql`${t.state} in ('matched', 'close', 'quarantined', 'conflict', 'repeated', 'error', 'asked', 'discarded', 'committed')`,
    ),
    check(
      'result_row_is_matched_with_an_appointment',
      sql`${t.state} not in ('matched', 'committed') or ${t.appointmentId} is not null`,
    ),
    check(
      'result_row_decision_has_a_person',
      sql`(${t.decision} is null) = (${t.decidedBy} is null) and (${t.decidedBy} is null) = (${t.decidedAt} is null)`,
    ),
    index('result_import_rows_by_appointment').on(t.appointmentId),
  ],
)

/** What a laboratory found for an appointment, before and after its release as a result. */
export const labResults = pgTable(
  'lab_results',
  {
    id: id(),
    labId: bigint('lab_id', { mode: 'number' })
      .notNull()
      .references(() => labs.id),
    memberId: member(),
    appointmentId: bigint('appointment_id', { mode: 'number' }).notNull(),
    /** Keyed hashes of the laboratory's number, and of everything that it wrote. */
    numberIndex: bytes('number_index').notNull(),
    contentIndex: bytes('content_index').notNull(),
    /** The one that a corrected or deleted report is about. */
    replacesId: bigint('replaces_id', { mode: 'number' }).unique(),
    isWithdrawal: boolean('is_withdrawal').notNull().default(false),
    sampleDate: date('sample_date', { mode: 'string' }),
    sealId: uuid('seal_id').notNull().unique(),
    sealed: bytes('sealed').notNull(),
    /** How far it has come; which review or call it waits for is sealed. */
    state: text('state').$type<LabResultState>().notNull(),
    sealedState: bytes('sealed_state'),
    /** Not before; null while nobody has released it. */
    releaseAt: moment('release_at'),
    releasedBy: staffMember('released_by'),
    resultId: bigint('result_id', { mode: 'number' })
      .unique()
      .references(() => results.id),
    /** The result by which the charity took back what it had released of this report. */
    takenBackBy: bigint('taken_back_by', { mode: 'number' }),
    /** The laboratory's number while the report is off its appointment (number_index is then its own). */
    takenBackNumber: bytes('taken_back_number'),
    /** Given to the GP alone, as a clinician chose after the consent was withdrawn. */
    isForGpOnly: boolean('is_for_gp_only').notNull().default(false),
    version: integer('version').notNull().default(1),
    recordedAt: moment('recorded_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'lab_result_is_taken_back_by_a_result',
      columns: [t.takenBackBy],
      foreignColumns: [results.id],
    }),
    index('lab_results_taken_back').on(t.takenBackNumber),
    foreignKey({
      name: 'lab_result_of_the_members_own_appointment',
      columns: [t.appointmentId, t.memberId],
      foreignColumns: [appointments.id, appointments.memberId],
    }),
    foreignKey({
      name: 'lab_result_replaces_one_of_the_same_member',
      columns: [t.replacesId, t.memberId],
      foreignColumns: [t.id, t.memberId],
    }),
    uniqueIndex('lab_result_of_a_member').on(t.id, t.memberId),
    unique('lab_result_is_recorded_once').on(t.labId, t.numberIndex, t.contentIndex),
    check(
      'lab_result_state_is_known',
      sql`${t.state} in ('review', 'second', 'ready', 'ring first', 'released', 'discarded')`,
    ),
    check(
      'lab_result_is_released_by_a_person',
      sql`(${t.state} = 'released') = (${t.resultId} is not null)
        and (${t.state} <> 'released' or (${t.releasedBy} is not null and ${t.releaseAt} is not null))`,
    ),
    index('lab_results_by_state').on(t.state, t.id),
    index('lab_results_by_member').on(t.memberId),
    index('lab_results_by_appointment').on(t.appointmentId),
  ],
)

/** What a clinician decided; a later one of the same kind counts. Append-only. */
export const resultReviews = pgTable(
  'result_reviews',
  {
    id: id(),
    labResultId: bigint('lab_result_id', { mode: 'number' })
      .notNull()
      .references(() => labResults.id),
    kind: text('kind').$type<ReviewKind>().notNull(),
    sealId: uuid('seal_id').notNull().unique(),
    /** Band, comment and interval, or the reason. */
    sealed: bytes('sealed').notNull(),
    staffId: staffMember('staff_id').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    check('result_review_kind_is_known', sql`${t.kind} in (${words(REVIEW_KINDS)})`),
    index('result_reviews_by_lab_result').on(t.labResultId, t.id),
  ],
)

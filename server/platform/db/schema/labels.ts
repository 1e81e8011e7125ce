import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { bytes, id, moment } from './columns.ts'
import { event } from './events.ts'
import { staff } from './staff.ts'

const staffMember = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => staff.id)

/** New numbers that were printed together. */
export const labelBatches = pgTable(
  'label_batches',
  {
    id: id(),
    eventId: event(),
    printedAt: moment('printed_at').notNull(),
    printedBy: staffMember('printed_by'),
  },
  (t) => [index('label_batches_by_event').on(t.eventId)],
)

/** Label numbers given out; a code is made of its number (domain/office/tube-code.ts). */
export const tubeLabels = pgTable(
  'tube_labels',
  {
    number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
    batchId: bigint('batch_id', { mode: 'number' })
      .notNull()
      .references(() => labelBatches.id),
  },
  (t) => [
    index('tube_labels_by_batch').on(t.batchId),
    check('tube_label_has_seven_digits', sql`${t.number} between 1 and 9999999`),
  ],
)

/** Each version of an event's laboratory form; `contents` is a keyed hash of its rows. */
export const laboratoryForms = pgTable(
  'laboratory_forms',
  {
    id: id(),
    eventId: event(),
    version: integer('version').notNull(),
    madeAt: moment('made_at').notNull(),
    madeBy: staffMember('made_by'),
    tubes: integer('tubes').notNull(),
    contents: bytes('contents').notNull(),
  },
  (t) => [
    unique('laboratory_form_versions_follow_one_another').on(t.eventId, t.version),
    check('laboratory_form_has_tubes', sql`${t.version} > 0 and ${t.tubes} > 0`),
  ],
)

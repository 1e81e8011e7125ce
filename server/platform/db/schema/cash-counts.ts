import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  integer,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { id, moment } from './columns.ts'
import { events } from './events.ts'
import { person } from './staff.ts'

/** Cash of one person's takings at an event, counted; a later count replaces one. */
export const cashCounts = pgTable(
  'cash_counts',
  {
    id: id(),
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'restrict' }),
    takenBy: text('taken_by').notNull(),
    floatPence: integer('float_pence').notNull(),
    countedPence: integer('counted_pence').notNull(),
    expectedPence: integer('expected_pence').notNull(),
    note: text('note'),
    replaces: bigint('replaces', { mode: 'number' }).references((): AnyPgColumn => cashCounts.id),
    countedBy: person('counted_by').notNull(),
    countedAt: moment('counted_at').notNull(),
    checkedBy: person('checked_by'),
    checkedAt: moment('checked_at'),
    checkNote: text('check_note'),
  },
  (t) => [
    unique('a_cash_count_is_replaced_once').on(t.eventId, t.takenBy, t.replaces).nullsNotDistinct(),
    check(
      'cash_difference_has_a_note',
      sql`${t.note} is not null or ${t.countedPence} - ${t.floatPence} = ${t.expectedPence}`,
    ),
    check('cash_count_checked_by_another', sql`${t.checkedBy} <> ${t.countedBy}`),
  ],
)

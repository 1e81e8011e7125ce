import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { CAPACITY_KINDS, type CapacityKind } from '../../../../domain/office/capacity.ts'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'
import { staff } from './staff.ts'

/**
 * A doubt whether a member understands the test, or a clinician's decision about the doubts up to
 * `decides` (domain/office/capacity.ts). `sealed`: the words, and who decides for the member.
 * Append-only.
 */
export const capacityEntries = pgTable(
  'capacity_entries',
  {
    id: id(),
    memberId: member(),
    kind: text('kind').$type<CapacityKind>().notNull(),
    decides: bigint('decides', { mode: 'number' }).references(
      (): AnyPgColumn => capacityEntries.id,
    ),
    appointmentId: bigint('appointment_id', { mode: 'number' }).references(() => appointments.id),
    /** Of a doubt that a tablet sent: the action's id. */
    actionId: uuid('action_id'),
    madeBy: bigint('made_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    at: moment('at').notNull(),
    sealId: uuid('seal_id').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (t) => [
    unique('a_doubt_of_a_tablet_once').on(t.actionId),
    index('capacity_entries_by_member').on(t.memberId, t.id),
    index('capacity_entries_by_appointment').on(t.appointmentId),
    check(
      'capacity_entry_kind_is_known',
      sql`${t.kind} in (${sql.raw(CAPACITY_KINDS.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    check(
      'capacity_decision_is_about_a_doubt',
      sql`(${t.kind} = 'doubt') = (${t.decides} is null)`,
    ),
  ],
)

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
import type { NoteKind } from '../../../../domain/office/member-notes.ts'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'
import { person } from './staff.ts'

/**
 * A note about a member or one of their appointments, or with `strikes` the striking out of one, whose
 * words are the reason. `sealed`: the words. Append-only.
 */
export const memberNotes = pgTable(
  'member_notes',
  {
    id: id(),
    memberId: member(),
    appointmentId: bigint('appointment_id', { mode: 'number' }).references(() => appointments.id),
    kind: text('kind').$type<NoteKind>().notNull(),
    strikes: bigint('strikes', { mode: 'number' }).references((): AnyPgColumn => memberNotes.id),
    madeBy: person('made_by').notNull(),
    at: moment('at').notNull(),
    sealId: uuid('seal_id').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (t) => [
    unique('a_note_is_struck_out_once').on(t.strikes),
    index('member_notes_by_member').on(t.memberId, t.id),
    index('member_notes_by_appointment').on(t.appointmentId),
    check('member_note_kind_is_known', sql`${t.kind} in ('office', 'care')`),
  ],
)

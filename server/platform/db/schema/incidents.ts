import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { IncidentAct } from '../../../../domain/office/incidents.ts'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { event } from './events.ts'
import { members } from './members.ts'
import { person } from './staff.ts'

/**
 * An entry of an incident at a day; `first` is null of the one that records it. `sealed`: the words, and
 * the kind of the first. Member and appointment are null for nobody on the list. Append-only.
 */
export const incidentEntries = pgTable(
  'incident_entries',
  {
    id: id(),
    first: bigint('first', { mode: 'number' }).references((): AnyPgColumn => incidentEntries.id),
    /** 1, 2, 3 within the incident. */
    part: integer('part').notNull(),
    act: text('act').$type<IncidentAct>().notNull(),
    eventId: event(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'restrict',
    }),
    appointmentId: bigint('appointment_id', { mode: 'number' }).references(() => appointments.id),
    happenedAt: moment('happened_at').notNull(),
    madeBy: person('made_by').notNull(),
    at: moment('at').notNull(),
    sealId: uuid('seal_id').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (t) => [
    unique('an_incident_part_once').on(t.first, t.part),
    index('incident_entries_by_event').on(t.eventId, t.id),
    index('incident_entries_by_member').on(t.memberId),
    index('incident_entries_by_appointment').on(t.appointmentId),
    check('incident_act_is_known', sql`${t.act} in ('recorded', 'added', 'looked at')`),
    check(
      'incident_begins_with_a_record',
      sql`(${t.first} is null) = (${t.act} = 'recorded') and (${t.first} is null) = (${t.part} = 1)`,
    ),
  ],
)

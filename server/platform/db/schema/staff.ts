import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Role } from '../../../../domain/office/permissions.ts'
import { id, moment } from './columns.ts'
import { event } from './events.ts'

/** People who work for the charity. `until` is set when the last role is taken away. */
export const staff = pgTable(
  'staff',
  {
    id: id(),
    userId: uuid('user_id').notNull().unique('one_staff_row_per_account'),
    email: text('email').notNull(),
    name: text('name').notNull(),
    roles: text('roles').array().$type<Role[]>().notNull(),
    since: moment('since').notNull(),
    until: moment('until'),
    /** Null for the first admin. */
    madeBy: bigint('made_by', { mode: 'number' }).references((): AnyPgColumn => staff.id),
    version: integer('version').notNull().default(1),
    /** Last use of the office; null for never. */
    lastSeenAt: moment('last_seen_at'),
  },
  (t) => [
    check(
      'staff_roles_are_known',
      sql`${t.roles} <@ array['office', 'venue', 'clinician', 'treasurer', 'admin']`,
    ),
    check(
      'staff_without_roles_has_ended',
      sql`(cardinality(${t.roles}) = 0) = (${t.until} is not null)`,
    ),
  ],
)

/** A column that refers to somebody who works, or worked, for the charity. */
export const person = (name: string) => bigint(name, { mode: 'number' }).references(() => staff.id)

/** The events whose days a person of the role `venue` may open. */
export const staffEvents = pgTable(
  'staff_events',
  {
    staffId: bigint('staff_id', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    eventId: event(),
    /** Leads the day. */
    isLead: boolean('is_lead').notNull().default(false),
  },
  (t) => [primaryKey({ name: 'staff_event', columns: [t.staffId, t.eventId] })],
)

/** Requests of admins to take the second factor of a colleague away, after a day in which each can be stopped. */
export const factorRemovals = pgTable(
  'factor_removals',
  {
    id: id(),
    staffId: bigint('staff_id', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    askedBy: bigint('asked_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    reason: text('reason').notNull(),
    askedAt: moment('asked_at').notNull(),
    dueAt: moment('due_at').notNull(),
    stoppedAt: moment('stopped_at'),
    stoppedBy: bigint('stopped_by', { mode: 'number' }).references(() => staff.id),
    doneAt: moment('done_at'),
  },
  (t) => [
    uniqueIndex('one_open_factor_removal_a_person')
      .on(t.staffId)
      .where(sql`${t.stoppedAt} is null and ${t.doneAt} is null`),
    check('factor_removal_asked_by_another', sql`${t.staffId} <> ${t.askedBy}`),
    check('factor_removal_ended_once', sql`${t.stoppedAt} is null or ${t.doneAt} is null`),
    check(
      'factor_removal_stopped_by_somebody',
      sql`(${t.stoppedAt} is null) = (${t.stoppedBy} is null)`,
    ),
  ],
)

/** Days on which a clinician is away, with the colleague who covers. */
export const clinicianAbsences = pgTable(
  'clinician_absences',
  {
    id: id(),
    clinicianId: person('clinician_id').notNull(),
    coverId: person('cover_id').notNull(),
    /** London dates, both included. */
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    untilDay: date('until_day', { mode: 'string' }).notNull(),
    enteredBy: person('entered_by').notNull(),
    enteredAt: moment('entered_at').notNull(),
    /** Ended by a person, before its last day. */
    endedAt: moment('ended_at'),
    endedBy: person('ended_by'),
  },
  (t) => [
    index('clinician_absences_by_end').on(t.untilDay).where(sql`${t.endedAt} is null`),
    check('clinician_absence_has_its_days', sql`${t.fromDay} <= ${t.untilDay}`),
    check('clinician_absence_is_covered_by_another', sql`${t.coverId} <> ${t.clinicianId}`),
    check(
      'clinician_absence_ended_by_somebody',
      sql`(${t.endedAt} is null) = (${t.endedBy} is null)`,
    ),
  ],
)

/** Sessions that used the office, for its idle limit. */
export const officeSessions = pgTable(
  'office_sessions',
  {
    sessionId: uuid('session_id').primaryKey(),
    staffId: bigint('staff_id', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    startedAt: moment('started_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (t) => [index('office_sessions_by_use').on(t.lastUsedAt)],
)

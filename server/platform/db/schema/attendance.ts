import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AttendanceAction } from '../../../../domain/office/attendance.ts'
import type { AttendanceState } from '../../../../domain/office/attendance-states.ts'
import type { TakenHow } from '../../../../domain/office/venue-payments.ts'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { event } from './events.ts'
import { staff } from './staff.ts'

const appointment = () =>
  bigint('appointment_id', { mode: 'number' }).references(() => appointments.id, {
    onDelete: 'restrict',
  })
const staffMember = (name: string) => bigint(name, { mode: 'number' }).references(() => staff.id)

/** What was pressed at the venue, refused or not. Append-only. */
export const attendanceActions = pgTable(
  'attendance_actions',
  {
    id: id(),
    /** Made on the device. */
    actionId: uuid('action_id').notNull().unique('each_attendance_action_once'),
    eventId: event(),
    /** Null for an action about an appointment of another event, or none. */
    appointmentId: appointment(),
    /** The appointment that the device named, or else the registration. */
    namedAppointment: bigint('named_appointment', { mode: 'number' }),
    namedWalkIn: uuid('named_walk_in'),
    type: text('type').$type<AttendanceAction['type'] | 'taking'>().notNull(),
    device: text('device').notNull(),
    sequence: integer('sequence').notNull(),
    /** The device's clock, set right by the server's. */
    at: moment('at').notNull(),
    tube: text('tube'),
    /** The tube code of the slip that the member got, or, with a sample, that was scanned with it. */
    slip: text('slip'),
    /** A code, or 'sealed' in place of words (server/facts/sealed-press.ts). */
    reason: text('reason'),
    note: text('note'),
    sealId: uuid('seal_id'),
    /** The words of both; null where nobody wrote any. */
    sealed: bytes('sealed'),
    undoes: uuid('undoes').references((): AnyPgColumn => attendanceActions.actionId),
    /** The samples that a lead says are all the member's; null for all other types. */
    samples: uuid('samples').array(),
    staffId: staffMember('staff_id').notNull(),
    recordedAt: moment('recorded_at').notNull(),
    status: text('status').$type<'applied' | 'flagged' | 'refused'>().notNull(),
    code: text('code'),
    /** Further codes; null for none. */
    also: text('also').array(),
    /** Of a taking. */
    how: text('how').$type<TakenHow>(),
    pence: integer('pence'),
    /** Keyed hash of the content of a walk-in or a doubt. */
    formDigest: text('form_digest'),
    /** Who took the blood of a sample, as somebody chose on the tablet; null where nobody did. */
    drawnBy: text('drawn_by'),
  },
  (t) => [
    index('attendance_actions_by_appointment').on(t.appointmentId),
    index('attendance_actions_by_event').on(t.eventId, t.recordedAt),
    index('attendance_actions_of_person').on(t.staffId, t.at),
    index('attendance_actions_from_person').on(t.staffId, t.recordedAt),
    index('attendance_actions_by_tube').on(t.tube).where(sql`${t.tube} is not null`),
    index('attendance_actions_by_undone').on(t.undoes).where(sql`${t.undoes} is not null`),
    check(
      'attendance_action_type_is_known',
      sql`${t.type} in ('arrive', 'sample', 'not_sampled', 'undo', 'did_not_attend', 'walk_in', 'taking', 'both_theirs', 'doubt', 'slip')`,
    ),
    uniqueIndex('one_registration_per_appointment')
      .on(t.appointmentId)
      .where(sql`${t.type} = 'walk_in'`),
    check(
      'attendance_taking_has_a_sum',
      sql`${t.status} = 'refused' or (${t.type} = 'taking') = (${t.pence} is not null and ${t.how} is not null)`,
    ),
    check(
      'attendance_action_status_is_known',
      sql`${t.status} in ('applied', 'flagged', 'refused') and (${t.status} = 'applied') = (${t.code} is null)`,
    ),
    check(
      'attendance_action_is_about_an_appointment',
      sql`${t.status} = 'refused' or ${t.appointmentId} is not null`,
    ),
    index('attendance_actions_by_slip').on(t.slip).where(sql`${t.slip} is not null`),
    check(
      'attendance_slip_has_a_code',
      sql`${t.status} = 'refused' or ${t.type} <> 'slip' or ${t.slip} is not null`,
    ),
    check(
      'attendance_sample_has_a_tube',
      sql`${t.status} = 'refused' or (${t.type} = 'sample') = (${t.tube} is not null)`,
    ),
  ],
)

/** Who dealt with a flagged or refused action, once; it goes with the action. */
export const attendanceReviews = pgTable('attendance_reviews', {
  actionId: uuid('action_id')
    .primaryKey()
    .references(() => attendanceActions.actionId, { onDelete: 'cascade' }),
  staffId: staffMember('staff_id').notNull(),
  at: moment('at').notNull(),
})

/**
 * A registration at the door that was refused, sealed, until a lead has dealt with it or its time
 * is over (domain/office/walk-ins.ts).
 */
export const keptRegistrations = pgTable(
  'kept_registrations',
  {
    actionId: uuid('action_id')
      .primaryKey()
      .references(() => attendanceActions.actionId),
    eventId: event(),
    sealed: bytes('sealed').notNull(),
    keptAt: moment('kept_at').notNull(),
  },
  (t) => [
    index('kept_registrations_by_event').on(t.eventId),
    index('kept_registrations_by_time').on(t.keptAt),
  ],
)

/**
 * Whose a tube is: the row with the highest generation counts. A lead may give it to another member
 * once its sample no longer stands; null is the first generation. Append-only.
 */
export const tubes = pgTable(
  'tubes',
  {
    id: id(),
    code: text('code').notNull(),
    generation: integer('generation'),
    appointmentId: appointment().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    uniqueIndex('a_tube_belongs_to_one_appointment_at_a_time').on(
      t.code,
      sql`coalesce(${t.generation}, 1)`,
    ),
    index('tubes_by_appointment').on(t.appointmentId),
    check('tube_generation_is_a_later_one', sql`${t.generation} > 1`),
  ],
)

/** What an appointment's actions come to; no row before the first. */
export const attendance = pgTable(
  'attendance',
  {
    appointmentId: appointment().primaryKey(),
    eventId: event(),
    state: text('state').$type<AttendanceState>().notNull(),
    since: moment('since').notNull(),
    arrivedAt: moment('arrived_at'),
    /** The action that gave the state; null when all were undone. */
    actionId: uuid('action_id').references(() => attendanceActions.actionId),
    /** When the appointment was moved away from an absence, which stays with its day; null for never. */
    movedAt: moment('moved_at'),
    /** When a message was sent because the member did not attend; once, also after an undo. */
    absenceToldAt: moment('absence_told_at'),
    /** When a message was sent because no sample was taken; once, also after an undo. */
    notSampledToldAt: moment('not_sampled_told_at'),
  },
  (t) => [
    index('attendance_by_event').on(t.eventId),
    index('attendance_absences').on(t.since).where(sql`${t.state} = 'did_not_attend'`),
    check(
      'attendance_state_is_known',
      sql`${t.state} in ('expected', 'arrived', 'sampled', 'not_sampled', 'did_not_attend')`,
    ),
  ],
)

/** A day that has begun to be recorded; its row is locked while actions are applied. */
export const eventDays = pgTable(
  'event_days',
  {
    eventId: event().primaryKey(),
    closedAt: moment('closed_at'),
    closedBy: staffMember('closed_by'),
  },
  (t) => [
    check(
      'event_day_is_closed_by_a_person',
      sql`(${t.closedAt} is null) = (${t.closedBy} is null)`,
    ),
  ],
)

/** A request to strike out the walk-ins that one person registered since a time, and its end. */
export const walkInStrikes = pgTable(
  'walk_in_strikes',
  {
    id: id(),
    /** Who registered them. */
    staffId: staffMember('staff_id').notNull(),
    since: moment('since').notNull(),
    reason: text('reason').notNull(),
    askedBy: staffMember('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    /** Null when one person was enough. */
    confirmedBy: staffMember('confirmed_by'),
    doneAt: moment('done_at'),
    withdrawnAt: moment('withdrawn_at'),
    /** How many were struck out; null until it is done. */
    struck: integer('struck'),
  },
  (t) => [
    index('walk_in_strikes_by_person').on(t.staffId, t.id),
    check('walk_in_strike_has_a_reason', sql`${t.reason} <> ''`),
    check('walk_in_strike_second_person_is_another', sql`${t.confirmedBy} <> ${t.askedBy}`),
    check(
      'walk_in_strike_ends_once',
      sql`(${t.doneAt} is null) = (${t.struck} is null) and (${t.doneAt} is null or ${t.withdrawnAt} is null)`,
    ),
  ],
)

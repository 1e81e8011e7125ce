import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  CLEAR_KINDS,
  type ClearKind,
  PACES,
  type Pace,
  STEP_ACTIONS,
  type StepAction,
} from '../../../../domain/office/care-loops.ts'
import type { Role } from '../../../../domain/office/permissions.ts'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { event, events } from './events.ts'
import { labResults } from './lab-results.ts'
import { member } from './members.ts'
import { results } from './results.ts'
import { staff } from './staff.ts'

const words = (list: readonly string[]) => sql.raw(list.map((word) => `'${word}'`).join(', '))

/** What somebody has still to do for a member (domain/office/care-loops.ts). */
export const careLoops = pgTable(
  'care_loops',
  {
    id: id(),
    /** What a copy of the database may tell; what it really is, is sealed (server/tasks/sealed-loops.ts). */
    kind: text('kind').$type<ClearKind>().notNull(),
    memberId: member(),
    /** What it is about: the last of these that is known. */
    appointmentId: bigint('appointment_id', { mode: 'number' }).references(() => appointments.id),
    labResultId: bigint('lab_result_id', { mode: 'number' }).references(() => labResults.id),
    resultId: bigint('result_id', { mode: 'number' }).references(() => results.id),
    /** Of a call about an event: a member on its waiting list has no appointment. */
    eventId: bigint('event_id', { mode: 'number' }).references(() => events.id),
    owner: text('owner').$type<Role>().notNull(),
    /** Another role that was asked to act. */
    escalatedTo: text('escalated_to').$type<Role>(),
    pace: text('pace').$type<Pace>().notNull().default('usual'),
    urgency: integer('urgency').notNull(),
    openedAt: moment('opened_at').notNull(),
    /** Null until the sealed result has been read. */
    dueAt: moment('due_at'),
    nextStepAt: moment('next_step_at'),
    /** A person has to ring. */
    isToRing: boolean('is_to_ring').notNull().default(false),
    /** Calls that reached nobody, and the last of them. */
    calls: integer('calls').notNull().default(0),
    lastCalledAt: moment('last_called_at'),
    /** The moment from which the next call is worth trying, as somebody agreed or chose. */
    ringAt: moment('ring_at'),
    /** Who is calling now, and since when (domain/office/calls.ts); null for nobody. */
    ringingBy: bigint('ringing_by', { mode: 'number' }).references(() => staff.id),
    ringingSince: moment('ringing_since'),
    closedAt: moment('closed_at'),
    /** The event that closed it, or 'person' or 'erased'. */
    closedBecause: text('closed_because'),
    closedBy: bigint('closed_by', { mode: 'number' }).references(() => staff.id),
    /** The person's reason and note, sealed. */
    closing: bytes('closing'),
    /** The real kind, pace, urgency and reason, with the id that they were sealed for. */
    sealId: uuid('seal_id'),
    sealed: bytes('sealed'),
    /** A keyed hash of the real kind and what it is about. */
    kindIndex: bytes('kind_index'),
  },
  (t) => [
    // A result and an appointment may have the same id.
    uniqueIndex('one_open_loop_of_a_clear_kind')
      .on(
        t.kind,
        sql`coalesce(${t.resultId}, ${t.labResultId}, ${t.appointmentId})`,
        sql`(${t.resultId} is null)`,
        sql`(${t.labResultId} is null)`,
      )
      .where(sql`${t.closedAt} is null and ${t.kind} <> 'look_again'`),
    uniqueIndex('one_open_call_of_each_kind')
      .on(t.memberId, t.eventId, t.kind)
      .where(sql`${t.closedAt} is null and ${t.eventId} is not null`),
    uniqueIndex('one_open_loop_of_a_sealed_kind').on(t.kindIndex).where(sql`${t.closedAt} is null`),
    index('care_loops_of_work')
      .on(t.owner, t.urgency, sql`coalesce(${t.dueAt}, ${t.openedAt})`, t.id)
      .where(sql`${t.closedAt} is null`),
    // All that the work list filters and sorts by, so that it reads no rows before its page.
    index('care_loops_by_begin')
      .on(t.owner, t.openedAt, t.urgency, t.dueAt, t.id, t.memberId, t.escalatedTo)
      .where(sql`${t.closedAt} is null`),
    index('care_loops_to_ring').on(t.id).where(sql`${t.closedAt} is null and ${t.isToRing}`),
    index('care_loops_of_look_agains')
      .on(t.id)
      .where(sql`${t.closedAt} is null and ${t.kind} = 'look_again'`),
    index('care_loops_by_step').on(t.nextStepAt).where(sql`${t.closedAt} is null`),
    index('care_loops_unread').on(t.id).where(sql`${t.dueAt} is null`),
    index('care_loops_by_appointment').on(t.appointmentId),
    index('care_loops_by_member').on(t.memberId),
    index('care_loops_by_result').on(t.resultId),
    index('care_loops_by_lab_result').on(t.labResultId),
    index('care_loops_closed')
      .on(t.owner, t.closedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.closedAt} is not null`),
    check('care_loop_kind_is_known', sql`${t.kind} in (${words(CLEAR_KINDS)})`),
    check('care_loop_pace_is_known', sql`${t.pace} in (${words(PACES)})`),
    check('care_loop_owner_is_known', sql`${t.owner} in ('office', 'clinician')`),
    check(
      'care_loop_is_about_something',
      sql`${t.kind} = 'capacity_doubt' or coalesce(${t.resultId}, ${t.labResultId}, ${t.appointmentId}, ${t.eventId}) is not null`,
    ),
    check(
      'care_loop_call_has_a_person_and_a_time',
      sql`(${t.ringingBy} is null) = (${t.ringingSince} is null)`,
    ),
    check('care_loop_is_due', sql`${t.dueAt} is not null or ${t.kind} = 'released_to_read'`),
    check(
      'care_loop_is_closed_because_of_something',
      sql`(${t.closedAt} is null) = (${t.closedBecause} is null)`,
    ),
    check(
      'care_loop_closed_by_a_person_has_words',
      sql`(${t.closedBy} is null) = (${t.closedBecause} is distinct from 'person')`,
    ),
  ],
)

/** What was done because a loop stayed open, each step once. Append-only. */
export const careLoopSteps = pgTable(
  'care_loop_steps',
  {
    id: id(),
    loopId: bigint('loop_id', { mode: 'number' })
      .notNull()
      .references(() => careLoops.id),
    action: text('action').$type<StepAction>().notNull(),
    /** `no_way`: the member has no number or address for it; `late`: too late to send. */
    outcome: text('outcome').$type<'done' | 'no_way' | 'late'>().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    unique('each_step_of_a_loop_once').on(t.loopId, t.action),
    check(
      'care_loop_step_is_known',
      sql`${t.action} in (${words(STEP_ACTIONS)})
        and ${t.outcome} in ('done', 'no_way', 'late')`,
    ),
  ],
)

/** A person's signature that every loop of an event's day is closed. Append-only. */
export const failsafeSheets = pgTable(
  'failsafe_sheets',
  {
    id: id(),
    eventId: event(),
    sampled: bigint('sampled', { mode: 'number' }).notNull(),
    /** Why the numbers of tubes differ, or a problem of the door is left open; null for neither. */
    explanation: text('explanation'),
    signedBy: bigint('signed_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    signedAt: moment('signed_at').notNull(),
  },
  (t) => [index('failsafe_sheets_by_event').on(t.eventId, t.id)],
)

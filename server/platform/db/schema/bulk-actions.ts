import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { MessageRequest } from '../../../../domain/office/attendee-messages.ts'
import type { BulkKind, BulkState } from '../../../../domain/office/bulk-actions.ts'
import type { LateRequest } from '../../../../domain/office/running-late.ts'
import type { TickedRequest } from '../../../../domain/office/ticked.ts'
import type { TimeChangeRequest } from '../../../../domain/office/time-change-schemas.ts'
import { appointments } from './appointments.ts'
import { id, moment } from './columns.ts'
import { event } from './events.ts'
import { member } from './members.ts'
import { person } from './staff.ts'

/** One action of the office for many members; `kind` says which. */
export const bulkActions = pgTable(
  'bulk_actions',
  {
    id: id(),
    kind: text('kind').$type<BulkKind>().notNull(),
    eventId: event(),
    state: text('state').$type<BulkState>().notNull(),
    /** Of a message to members. */
    subject: text('subject'),
    message: text('message'),
    madeBy: person('made_by').notNull(),
    confirmedBy: person('confirmed_by'),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
    /** Until then it can be stopped and members get nothing, unless a second person agrees; null for at once. */
    tellsAt: moment('tells_at'),
    /** When members had a message about a cancellation that still waits. */
    toldAt: moment('told_at'),
    /**
     * What a change of time asked for, until it is carried out; or what is done with ticked appointments;
     * or how late a day runs; or how a message is sent.
     */
    request: jsonb('request').$type<
      TimeChangeRequest | TickedRequest | LateRequest | MessageRequest
    >(),
    /** When the cancelled event became a draft again, or the action was stopped. */
    revertedAt: moment('reverted_at'),
  },
  (t) => [
    uniqueIndex('one_cancellation_per_event')
      .on(t.eventId)
      .where(sql`${t.kind} = 'event cancellation' and ${t.revertedAt} is null`),
    index('bulk_actions_by_event').on(t.eventId, t.id),
    index('bulk_actions_running').on(t.id).where(sql`${t.state} = 'running'`),
    check(
      'bulk_action_state_is_known',
      sql`${t.state} in ('waits for a second person', 'running', 'done')`,
    ),
    check('bulk_action_second_person_is_another', sql`${t.confirmedBy} <> ${t.madeBy}`),
  ],
)

/** What the action does for one member: to an appointment, or without one to a wait. */
export const bulkActionItems = pgTable(
  'bulk_action_items',
  {
    id: id(),
    bulkActionId: bigint('bulk_action_id', { mode: 'number' })
      .notNull()
      .references(() => bulkActions.id),
    memberId: member(),
    appointmentId: bigint('appointment_id', { mode: 'number' }),
    state: text('state').$type<'open' | 'done' | 'failed'>().notNull().default('open'),
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    /** False when no message reached the member; null until it is done. */
    isMailed: boolean('is_mailed'),
    doneAt: moment('done_at'),
  },
  (t) => [
    unique('one_item_per_member_and_action').on(t.bulkActionId, t.memberId),
    foreignKey({
      name: 'bulk_action_item_is_about_the_members_appointment',
      columns: [t.appointmentId, t.memberId],
      foreignColumns: [appointments.id, appointments.memberId],
    }),
    index('bulk_action_items_open').on(t.bulkActionId, t.id).where(sql`${t.state} = 'open'`),
    check('bulk_action_item_state_is_known', sql`${t.state} in ('open', 'done', 'failed')`),
    check(
      'bulk_action_item_done_has_a_time',
      sql`(${t.state} = 'done') = (${t.doneAt} is not null)`,
    ),
  ],
)

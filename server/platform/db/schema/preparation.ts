import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, unique } from 'drizzle-orm/pg-core'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'

const appointment = () =>
  bigint('appointment_id', { mode: 'number' })
    .notNull()
    .references(() => appointments.id, { onDelete: 'restrict' })

/** Links to the check before an appointment, each sent once for the appointment at its time. */
export const preparationLinks = pgTable(
  'preparation_links',
  {
    keyHash: bytes('key_hash').primaryKey(),
    appointmentId: appointment(),
    memberId: member(),
    startsAt: moment('starts_at').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    answeredAt: moment('answered_at'),
    /** When the appointment was moved by this link, which ends it. */
    movedAt: moment('moved_at'),
  },
  (t) => [
    unique('one_preparation_link_per_time').on(t.appointmentId, t.startsAt),
    index('preparation_links_by_member').on(t.memberId),
    check('preparation_link_ends_after_it_was_made', sql`${t.expiresAt} > ${t.createdAt}`),
    check(
      'preparation_is_moved_after_its_answers',
      sql`${t.movedAt} is null or ${t.answeredAt} is not null`,
    ),
  ],
)

/** Sealed answers to the check, as those of a consent. Append-only. */
export const preparationAnswers = pgTable(
  'preparation_answers',
  {
    id: id(),
    appointmentId: appointment(),
    memberId: member(),
    startsAt: moment('starts_at').notNull(),
    sealed: bytes('sealed').notNull(),
    answeredAt: moment('answered_at').notNull(),
  },
  (t) => [
    unique('one_preparation_answer_per_time').on(t.appointmentId, t.startsAt),
    index('preparation_answers_by_member').on(t.memberId),
  ],
)

import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { Reminder } from '../../../../domain/reminders.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'

/** The first response to a write, replayed for the same idempotency key. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    callerHash: bytes('caller_hash').notNull(),
    key: text('key').notNull(),
    requestHash: bytes('request_hash').notNull(),
    body: jsonb('body'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'one_answer_per_key', columns: [t.callerHash, t.key] }),
    index('idempotent_answers_by_age').on(t.createdAt),
  ],
)

export const rateLimits = pgTable(
  'rate_limits',
  {
    rule: text('rule').notNull(),
    /** Keyed hash of whom or what the rule counts. */
    subject: bytes('subject').notNull(),
    windowStartsAt: moment('window_starts_at').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ name: 'rate_limit', columns: [t.rule, t.subject] })],
)

export type NoticeKind = Reminder | 'result ready' | 'next test due'

export const notices = pgTable(
  'notices',
  {
    id: id(),
    memberId: member(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** Its subject: an appointment at its time, or a result. */
    cause: text('cause').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    unique('one_notice_per_cause').on(t.memberId, t.kind, t.cause),
    index('notices_by_cause').on(t.cause),
    index('notices_by_age').on(t.at),
    check(
      'notice_kind_is_known',
      sql`${t.kind} in ('week before', 'last days before', 'result ready', 'next test due')`,
    ),
  ],
)

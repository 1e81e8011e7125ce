import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { RecallAnswer } from '../../../../domain/recalls.ts'
import { moment } from './columns.ts'
import { member } from './members.ts'
import { results } from './results.ts'

/** An invitation to the next test, one for each result, and what the member answered. */
export const recalls = pgTable(
  'recalls',
  {
    resultId: bigint('result_id', { mode: 'number' })
      .primaryKey()
      .references(() => results.id),
    memberId: member(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Null when the member was never invited, because it was answered before. */
    askedAt: moment('asked_at'),
    answer: text('answer').$type<RecallAnswer>(),
    answeredAt: moment('answered_at'),
    /** When the member is asked again, after the answer 'later'. */
    askOn: date('ask_on', { mode: 'string' }),
  },
  (t) => [
    check('recall_answer', sql`${t.answer} in ('later', 'elsewhere', 'stop')`),
    check('recall_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check(
      'recall_later',
      sql`(${t.answer} is not distinct from 'later') = (${t.askOn} is not null)`,
    ),
    index('recalls_by_day').on(t.askOn),
    index('recalls_by_member').on(t.memberId),
  ],
)

import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { FOLLOW_UP_ROUNDS, type FollowUpRound } from '../../../../domain/follow-up.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'
import { results } from './results.ts'

const result = () =>
  bigint('result_id', { mode: 'number' })
    .notNull()
    .references(() => results.id, { onDelete: 'restrict' })
const round = () => text('round').$type<FollowUpRound>().notNull()
const rounds = sql.raw(FOLLOW_UP_ROUNDS.map((one) => `'${one}'`).join(', '))

/** Links to the question of the follow-up, each sent once for a result and round. */
export const followUpLinks = pgTable(
  'follow_up_links',
  {
    keyHash: bytes('key_hash').primaryKey(),
    resultId: result(),
    memberId: member(),
    round: round(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    unique('one_follow_up_link_per_round').on(t.resultId, t.round),
    index('follow_up_links_by_member').on(t.memberId),
    check('follow_up_link_round_is_known', sql`${t.round} in (${rounds})`),
    check('follow_up_link_ends_after_it_was_made', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
)

/** What the member said came of it, sealed. Append-only. */
export const followUpAnswers = pgTable(
  'follow_up_answers',
  {
    id: id(),
    resultId: result(),
    memberId: member(),
    round: round(),
    sealed: bytes('sealed').notNull(),
    answeredAt: moment('answered_at').notNull(),
  },
  (t) => [
    unique('one_follow_up_answer_per_round').on(t.resultId, t.round),
    index('follow_up_answers_by_member').on(t.memberId),
    check('follow_up_answer_round_is_known', sql`${t.round} in (${rounds})`),
  ],
)

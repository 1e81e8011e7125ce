import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { FOLLOW_UP_ROUNDS, type FollowUpRound } from '../../../../domain/follow-up.ts'
import { bytes, id, moment } from './columns.ts'
import { member, members } from './members.ts'
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
    /** These three are null: a link exists only after a raised result (server/facts/sealed-follow-up-links.ts). */
    resultId: bigint('result_id', { mode: 'number' }).references(() => results.id, {
      onDelete: 'restrict',
    }),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id, {
      onDelete: 'restrict',
    }),
    round: text('round').$type<FollowUpRound>(),
    /** Keyed hashes of the result and round, and of the member. */
    aboutIndex: bytes('about_index'),
    readerIndex: bytes('reader_index'),
    sealed: bytes('sealed'),
    /** The day alone of each of these; the moments are sealed. */
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    unique('one_follow_up_link_per_round').on(t.resultId, t.round),
    index('follow_up_links_by_member').on(t.memberId),
    uniqueIndex('one_sealed_follow_up_link_per_round').on(t.aboutIndex),
    index('follow_up_links_by_reader').on(t.readerIndex),
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

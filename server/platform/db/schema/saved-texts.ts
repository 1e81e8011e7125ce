import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MessageWay } from '../../../../domain/office/member-message.ts'
import { id } from './columns.ts'

/** Texts of the office for messages; nothing of any member. */
export const savedTexts = pgTable(
  'saved_texts',
  {
    id: id(),
    by: text('by').$type<MessageWay>().notNull(),
    name: text('name').notNull(),
    /** Null for a text message. */
    subject: text('subject'),
    text: text('text').notNull(),
    version: integer('version').notNull().default(1),
    /** The id of the colleague who changed it last. */
    changedBy: bigint('changed_by', { mode: 'number' }),
  },
  (t) => [
    uniqueIndex('a_saved_text_has_a_name_of_its_own').on(t.by, sql`lower(${t.name})`),
    check('saved_text_way_is_known', sql`${t.by} in ('email', 'sms')`),
    check('saved_email_has_a_subject', sql`(${t.by} = 'email') = (${t.subject} is not null)`),
  ],
)

import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'

/** A mail or SMS about an appointment, as the member gets it. */
export const sentMessages = pgTable(
  'sent_messages',
  {
    id: id(),
    memberId: member(),
    jobId: uuid('job_id').notNull().unique('each_message_is_kept_once'),
    queue: text('queue').$type<'mail' | 'sms'>().notNull(),
    /** As in Message: what it is about, and the reference of the appointment. */
    about: text('about').notNull(),
    /** Subject and text, without the links in it. */
    sealed: bytes('sealed').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [
    index('sent_messages_by_member').on(t.memberId, t.id),
    index('sent_messages_by_age').on(t.sentAt),
  ],
)

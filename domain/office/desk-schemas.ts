// Messages, newsletter subscriptions and mails as the office sees them.
import * as z from 'zod/mini'
import { COMPLAINT_STEPS } from './complaints.ts'

export const MESSAGE_TABS = ['open', 'mine', 'complaints', 'handled', 'spam'] as const

export const MessageSchema = z.object({
  id: z.int(),
  received_at: z.string(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  message: z.string(),
  spam_reason: z.nullable(z.string()),
  handled_at: z.nullable(z.string()),
  handled_by: z.nullable(z.string()),
  owner: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** Of a complaint about the use of personal data: what it needs next. Null for other messages. */
  complaint: z.nullable(
    z.object({
      step: z.nullable(z.enum(COMPLAINT_STEPS)),
      by: z.nullable(z.string()),
    }),
  ),
  /** Members with the sender's address, whom it may be from. */
  members: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type OfficeMessage = z.infer<typeof MessageSchema>

export const REPLY_LENGTH = 4_000
const written = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))

/** One message with everything that came of it, the earliest first. */
export const MessageThreadSchema = z.extend(MessageSchema, {
  entries: z.array(
    z.object({ kind: z.enum(['reply', 'note']), text: z.string(), by: z.string(), at: z.string() }),
  ),
  /** Of the office, who can take a message on. */
  colleagues: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type MessageThread = z.infer<typeof MessageThreadSchema>

/** `tells_outcome`: of a complaint, which is then finished. */
export const ReplySchema = z.object({
  text: written(REPLY_LENGTH),
  handled: z.boolean(),
  tells_outcome: z.optional(z.boolean()),
})
export const MessageNoteSchema = z.object({ text: written(1_000) })
export const OwnerSchema = z.object({ staff_id: z.nullable(z.int()) })
export const ComplaintSchema = z.object({ complaint: z.boolean() })

export const HandledSchema = z.object({ handled: z.boolean() })
export const SpamSchema = z.object({ spam: z.boolean() })

export const SUBSCRIPTION_TABS = ['confirmed', 'pending', 'left'] as const

export const SubscriptionRowSchema = z.object({
  email: z.string(),
  name: z.string(),
  hears_about_events: z.boolean(),
  state: z.enum(SUBSCRIPTION_TABS),
  asked_at: z.string(),
  confirmed_at: z.nullable(z.string()),
  left_at: z.nullable(z.string()),
})
export type SubscriptionRow = z.infer<typeof SubscriptionRowSchema>

/** Without its text, whose link may sign in. */
export const MailRowSchema = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  queued_at: z.string(),
  state: z.enum(['waiting', 'failed']),
  to: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type MailRow = z.infer<typeof MailRowSchema>

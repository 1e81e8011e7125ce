// Messages, newsletter subscriptions and mails as the office sees them.
import * as z from 'zod/mini'

export const MESSAGE_TABS = ['open', 'handled', 'spam'] as const

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
  /** Members with the sender's address, whom it may be from. */
  members: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type OfficeMessage = z.infer<typeof MessageSchema>

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

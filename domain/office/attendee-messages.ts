import * as z from 'zod/mini'
import { ATTENDEE_TABS } from './attendee-schemas.ts'
import { MailPreviewSchema } from './event-schemas.ts'

/** So many rows can be ticked; more is a message to the whole tab. */
export const MOST_TICKED = 200

const requestFields = z.object({
  tab: z.enum(ATTENDEE_TABS),
  /** Of appointments, or of waits on the tab `waiting`; all of the tab without it. */
  ids: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_TICKED))),
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  message: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)),
})

/** `shown` is that of the dry run, so that nobody else gets it than was shown. */
export const AttendeeMessageSchema = z.discriminatedUnion('dry_run', [
  z.extend(requestFields, { dry_run: z.literal(true) }),
  z.extend(requestFields, { dry_run: z.literal(false), shown: z.string().check(z.maxLength(64)) }),
])
export type AttendeeMessage = z.infer<typeof AttendeeMessageSchema>

export const MessagePreviewSchema = z.object({
  recipients: z.int(),
  /** Of the recipients; they have no e-mail address. */
  not_told: z.array(z.object({ member_id: z.int(), name: z.string(), phone: z.string() })),
  /** As the first recipient with an e-mail address gets it; null when there is none. */
  mail: z.nullable(z.extend(MailPreviewSchema, { name: z.string() })),
  shown: z.string(),
})
export type MessagePreview = z.infer<typeof MessagePreviewSchema>

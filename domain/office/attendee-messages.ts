import * as z from 'zod/mini'
import type { ContactWay } from '../contact-and-support.ts'
import { ATTENDEE_TABS } from './attendee-schemas.ts'
import { MailPreviewSchema } from './event-schemas.ts'
import { EMAIL_LENGTH, type MessageWay, SUBJECT_LENGTH, TEXT_LENGTH } from './member-message.ts'

/** So many rows can be ticked; more is a message to the whole tab. */
export const MOST_TICKED = 200

/** `any`: each member gets the one of the two that reaches them. */
export const GROUP_WAYS = ['email', 'sms', 'any'] as const
export type GroupWay = (typeof GROUP_WAYS)[number]

/** Characters of a message that is sent in this way. */
export function messageLength(by: GroupWay): number {
  return by === 'email' ? EMAIL_LENGTH : TEXT_LENGTH
}

const requestFields = z.object({
  tab: z.enum(ATTENDEE_TABS),
  /** Of appointments, or of waits on the tab `waiting`; all of the tab without it. */
  ids: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_TICKED))),
  /** By email without it. */
  by: z.optional(z.enum(GROUP_WAYS)),
  /** Missing where everybody gets a text. */
  subject: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(SUBJECT_LENGTH))),
  /** Where anybody gets it as a text it is at most TEXT_LENGTH long. */
  message: z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_LENGTH)),
})

/** `shown` is that of the dry run, so that nobody else gets it than was shown. */
export const AttendeeMessageSchema = z.discriminatedUnion('dry_run', [
  z.extend(requestFields, { dry_run: z.literal(true) }),
  z.extend(requestFields, { dry_run: z.literal(false), shown: z.string().check(z.maxLength(64)) }),
])
export type AttendeeMessage = z.infer<typeof AttendeeMessageSchema>

/** What the bulk action of a message stores that is not sent to everybody by email. */
export type MessageRequest = { message_by: GroupWay }

function isMessageRequest(request: object | null): request is MessageRequest {
  return request !== null && 'message_by' in request
}

/** Of a stored request, which says nothing where everybody gets an email. */
export function wayOf(request: object | null): GroupWay {
  return isMessageRequest(request) ? request.message_by : 'email'
}

/**
 * How one member gets the message; `call` for one whom only a call reaches. `email` and `mobile` are
 * where each may go, null where it may not; `isEmailFailing`: the last email there has failed.
 */
export function wayToMember(
  by: GroupWay,
  {
    email,
    mobile,
    contactBy,
    isEmailFailing,
  }: {
    email: string | null
    mobile: string | null
    contactBy: ContactWay
    isEmailFailing: boolean
  },
): MessageWay | 'call' {
  if (by === 'email') return email === null ? 'call' : 'email'
  if (by === 'sms') return mobile === null ? 'call' : 'sms'
  const isMailable = email !== null && !isEmailFailing
  if (mobile !== null && (contactBy === 'sms' || !isMailable)) return 'sms'
  return isMailable ? 'email' : 'call'
}

export const MessagePreviewSchema = z.object({
  recipients: z.int(),
  by_email: z.int(),
  by_text: z.int(),
  /** Of the recipients; no message reaches them in this way. */
  not_told: z.array(z.object({ member_id: z.int(), name: z.string(), phone: z.string() })),
  /** As the first recipient by email gets it; null when there is none. */
  mail: z.nullable(z.extend(MailPreviewSchema, { name: z.string() })),
  /** The same for each recipient by text; null when there is none. */
  text: z.nullable(z.string()),
  shown: z.string(),
})
export type MessagePreview = z.infer<typeof MessagePreviewSchema>

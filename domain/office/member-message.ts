// A message from the office to one member, only by a way that the member has proven.
import * as z from 'zod/mini'

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

export const SUBJECT_LENGTH = 120
export const EMAIL_LENGTH = 4_000
/** With what the charity adds it stays within three SMS. */
export const TEXT_LENGTH = 380

export const MemberMessageSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('email'),
    subject: words(SUBJECT_LENGTH),
    message: words(EMAIL_LENGTH),
  }),
  z.object({ by: z.literal('sms'), message: words(TEXT_LENGTH) }),
])
export type MemberMessage = z.infer<typeof MemberMessageSchema>

export const MESSAGE_WAYS = ['email', 'sms'] as const
export type MessageWay = (typeof MESSAGE_WAYS)[number]

/** Where each way leads: the address that signs in and the number that was confirmed; null without one. */
export function provenWays({
  hasAccount,
  email,
  mobile,
}: {
  hasAccount: boolean
  email: string | null
  mobile: string | null
}): Record<MessageWay, string | null> {
  return { email: hasAccount ? email : null, sms: mobile }
}

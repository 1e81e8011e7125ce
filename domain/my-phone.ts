// A member confirms a mobile number by a code that was sent to it (docs/decisions/0067).
import * as z from 'zod/mini'

export const NUMBER_CODE_MINUTES = 10
const NUMBER_CODE_TRIES = 5

/** `state`: `no_mobile` for none, or for a number that gets no text messages from us. Instants are ISO 8601. */
export const MyPhoneSchema = z.object({
  phone: z.string(),
  state: z.enum(['confirmed', 'to_confirm', 'no_mobile', 'no_texts']),
  /** When the code that was sent stops working; null where none works. */
  code_ends_at: z.nullable(z.string()),
})
export type MyPhone = z.infer<typeof MyPhoneSchema>

export const NumberCodeSchema = z.object({ code: z.string().check(z.maxLength(20)) })

type SentCode = { sentAt: Date | null; tries: number }

/** When a code stops working; null where it does not work any more, or none was sent. */
export function codeEnd({ sentAt, tries }: SentCode, now: Date): Date | null {
  if (sentAt === null || tries >= NUMBER_CODE_TRIES) return null
  const end = new Date(sentAt.getTime() + NUMBER_CODE_MINUTES * 60_000)
  return end > now ? end : null
}

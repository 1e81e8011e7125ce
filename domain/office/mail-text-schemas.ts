import * as z from 'zod/mini'
import { MAIL_TEXT_KINDS } from '../mail-texts.ts'

/** `version` is 0 before the first change. */
export const MailTextSchema = z.object({
  kind: z.enum(MAIL_TEXT_KINDS),
  text: z.string(),
  version: z.int(),
})
export type MailText = z.infer<typeof MailTextSchema>

export const MailTextInPath = z.object({ kind: z.enum(MAIL_TEXT_KINDS) })
export const TypedTextSchema = z.object({ text: z.string().check(z.trim(), z.maxLength(4_000)) })
export const MailTextChangeSchema = z.extend(TypedTextSchema, { version: z.int() })

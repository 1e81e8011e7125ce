// Texts that the office keeps to use again in messages. They have nothing of any member.
import * as z from 'zod/mini'
import { versionNumber } from './contract.ts'
import {
  EMAIL_LENGTH,
  MESSAGE_WAYS,
  type MessageWay,
  SUBJECT_LENGTH,
  TEXT_LENGTH,
} from './member-message.ts'

export const SAVED_TEXT_LABELS: Record<MessageWay, string> = {
  email: 'Email',
  sms: 'Text message',
}
export const SAVED_NAME_LENGTH = 80

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** A message fills in no placeholders: a member would read the brackets. */
export const NO_PLACEHOLDERS = 'Write it without { and }. Nothing is filled in there.'
const plain = (max: number) =>
  words(max).check(z.refine((text) => !hasPlaceholder(text), { error: NO_PLACEHOLDERS }))

export function hasPlaceholder(text: string): boolean {
  return /[{}]/.test(text)
}

export const NewSavedTextSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('email'),
    name: words(SAVED_NAME_LENGTH),
    subject: plain(SUBJECT_LENGTH),
    text: plain(EMAIL_LENGTH),
  }),
  z.object({ by: z.literal('sms'), name: words(SAVED_NAME_LENGTH), text: plain(TEXT_LENGTH) }),
])
export type NewSavedText = z.infer<typeof NewSavedTextSchema>

/** `version`: as it was read. */
export const SavedTextChangeSchema = z.object({ version: versionNumber, saved: NewSavedTextSchema })
export const SavedTextRemovalSchema = z.object({ version: versionNumber })

export const SavedTextSchema = z.object({
  id: z.int(),
  by: z.enum(MESSAGE_WAYS),
  name: z.string(),
  /** Null for a text message. */
  subject: z.nullable(z.string()),
  text: z.string(),
  version: z.int(),
})
export type SavedText = z.infer<typeof SavedTextSchema>

export const MOST_SAVED_TEXTS = 100

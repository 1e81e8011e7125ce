import * as z from 'zod/mini'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { Message } from '../platform/mail.ts'
import { openJson, sealJson } from '../platform/sealed-json.ts'
import { renderMail, type TemplatedMail, TemplatedMailSchema } from './mail-templates.ts'

/** `sealed`: the mail in base64 until it is sent. Older jobs hold it in the clear. */
export type StoredMail = { about?: string; sealed?: string }

const StoredSchema = z.object({
  about: z.exactOptional(z.string()),
  sealed: z.exactOptional(z.string()),
})
const text = z.string()
const MessageSchema = z.object({
  to: text,
  subject: text,
  text,
  html: z.exactOptional(text),
  calendar: z.exactOptional(z.object({ method: z.enum(['PUBLISH', 'CANCEL']), file: text })),
  replyTo: z.exactOptional(text),
  unsubscribe: z.exactOptional(text),
  about: z.exactOptional(text),
})
const MailSchema = z.union([TemplatedMailSchema, MessageSchema])
const ReasonSchema = z.object({ sealed: z.exactOptional(text), message: z.exactOptional(text) })

const mailPlace = (id: string) => `jobs.mail|data|${id}`
const reasonPlace = (id: string) => `jobs.mail|output|${id}`

export function sealMail(
  fieldKeys: FieldKeys,
  id: string,
  mail: Message | TemplatedMail,
): StoredMail {
  const toSeal = 'template' in mail ? TemplatedMailSchema.parse(mail) : mail
  const sealed = sealJson(fieldKeys, toSeal, mailPlace(id)).toString('base64')
  return mail.about === undefined ? { sealed } : { about: mail.about, sealed }
}

/** The rendered mail, or null when it was sent. Throws for another job's sealed mail. */
export function openMailJob(fieldKeys: FieldKeys, id: string, data: unknown): Message | null {
  const clear = MessageSchema.safeParse(data)
  if (clear.success) return clear.data
  const { sealed } = StoredSchema.parse(data ?? {})
  if (sealed === undefined) return null
  const opened = openJson(fieldKeys, Buffer.from(sealed, 'base64'), mailPlace(id))
  return renderMail(MailSchema.parse(opened))
}

/** Mail servers quote the address that they refuse. */
export function sealReason(fieldKeys: FieldKeys, id: string, reason: string): { sealed: string } {
  return { sealed: fieldKeys.seal(reason, reasonPlace(id)).toString('base64') }
}

/** '' without a reason; pg-boss's own reasons are not sealed. */
export function openReason(fieldKeys: FieldKeys, id: string, output: unknown): string {
  const { data: { sealed, message = '' } = {} } = ReasonSchema.safeParse(output)
  if (sealed === undefined) return message
  return fieldKeys.open(Buffer.from(sealed, 'base64'), reasonPlace(id))
}

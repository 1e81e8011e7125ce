import * as z from 'zod/mini'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { Message } from '../platform/mail.ts'
import { openJson, sealJson } from '../platform/sealed-json.ts'

/** `sealed`: the message in base64 until it is sent. Older jobs hold it in the clear. */
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
const ReasonSchema = z.object({ sealed: z.exactOptional(text), message: z.exactOptional(text) })

const mailPlace = (id: string) => `jobs.mail|data|${id}`
const reasonPlace = (id: string) => `jobs.mail|output|${id}`

/** What the job `id` stores: sealed, since a link may sign in and the address reveals a member. */
export function sealMail(fieldKeys: FieldKeys, id: string, message: Message): StoredMail {
  const sealed = sealJson(fieldKeys, message, mailPlace(id)).toString('base64')
  return message.about === undefined ? { sealed } : { about: message.about, sealed }
}

/** The mail of the job `id`, or null when it was sent. Throws for another job's sealed mail. */
export function openMailJob(fieldKeys: FieldKeys, id: string, data: unknown): Message | null {
  const clear = MessageSchema.safeParse(data)
  if (clear.success) return clear.data
  const { sealed } = StoredSchema.parse(data ?? {})
  if (sealed === undefined) return null
  return MessageSchema.parse(openJson(fieldKeys, Buffer.from(sealed, 'base64'), mailPlace(id)))
}

/** A sealed failure reason for the job's output: mail servers quote the address they refuse. */
export function sealReason(fieldKeys: FieldKeys, id: string, reason: string): { sealed: string } {
  return { sealed: fieldKeys.seal(reason, reasonPlace(id)).toString('base64') }
}

/** The failure reason in a job's output, '' without one. pg-boss's own reasons are in the clear. */
export function openReason(fieldKeys: FieldKeys, id: string, output: unknown): string {
  const { data: { sealed, message = '' } = {} } = ReasonSchema.safeParse(output)
  if (sealed === undefined) return message
  return fieldKeys.open(Buffer.from(sealed, 'base64'), reasonPlace(id))
}

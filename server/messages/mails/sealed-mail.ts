import * as z from 'zod/mini'
import { withoutLinks } from '../../../domain/sent-text.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'
import type { Message, Outgoing } from '../../platform/mail.ts'
import type { Sms } from '../../platform/sms.ts'
import { renderMail, type TemplatedMail, TemplatedMailSchema } from './mail-templates.ts'

/** The queues whose jobs are sealed until they are sent. */
export const MESSAGE_QUEUES = ['mail', 'sms'] as const
export type MessageQueue = (typeof MESSAGE_QUEUES)[number]
/** A job of one of them, as it is stored. */
export type StoredJob = { queue: MessageQueue; id: string; data: unknown }

/**
 * `sealed`: the message in base64 until it is sent. Older jobs hold it in the clear. `recipient`: the
 * keyed hash by which the messages to one address are found; older jobs have none.
 */
export type StoredMail = { about?: string; sealed?: string; recipient?: string }

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
  qr: z.exactOptional(text),
  calendar: z.exactOptional(z.object({ method: z.enum(['PUBLISH', 'CANCEL']), file: text })),
  pdf: z.exactOptional(z.object({ name: text, base64: text })),
  replyTo: z.exactOptional(text),
  unsubscribe: z.exactOptional(text),
  about: z.exactOptional(text),
})
const MailSchema = z.union([TemplatedMailSchema, MessageSchema])
const SmsSchema = z.object({ phone: text, subject: text, text, about: z.exactOptional(text) })
const ReasonSchema = z.object({ sealed: z.exactOptional(text), message: z.exactOptional(text) })

const SentSchema = z.object({ subject: text, text })
export type SentText = z.infer<typeof SentSchema>

export const dataPlace = (queue: MessageQueue, id: string) => `jobs.${queue}|data|${id}`
export const reasonPlace = (queue: MessageQueue, id: string) => `jobs.${queue}|output|${id}`
export const sentPlace = (id: string) => `sent_messages|sealed|${id}`

export function sealMail(
  fieldKeys: FieldKeys,
  id: string,
  mail: Outgoing | TemplatedMail,
): StoredMail {
  const toSeal = 'template' in mail ? TemplatedMailSchema.parse(mail) : mail
  const to = 'template' in mail ? mail.params.member.email : mail.to
  return seal(fieldKeys, dataPlace('mail', id), { toSeal, to })
}

export function sealSms(fieldKeys: FieldKeys, id: string, sms: Sms): StoredMail {
  return seal(fieldKeys, dataPlace('sms', id), { toSeal: sms, to: sms.phone })
}

function seal(
  fieldKeys: FieldKeys,
  place: string,
  { toSeal, to }: { toSeal: { about?: string }; to: string | null },
): StoredMail {
  return {
    ...(toSeal.about !== undefined && !isOfRaised(toSeal.about) && { about: toSeal.about }),
    sealed: sealJson(fieldKeys, toSeal, place).toString('base64'),
    ...(to !== null && { recipient: recipientIndex(fieldKeys, to) }),
  }
}

/** The question of the follow-up is asked after red results alone: that it was sent tells the band. */
function isOfRaised(about: string): boolean {
  return about.startsWith('follow-up ')
}

/** Finds the unsent messages to an e-mail address, in any case of letters, or to a number. */
export function recipientIndex(fieldKeys: FieldKeys, to: string): string {
  return fieldKeys
    .blindIndex(to.trim().toLowerCase(), 'recipient of a message')
    .toString('base64url')
}

/** The rendered mail, or null when it was sent. Throws for another job's sealed mail. */
export function openMailJob(fieldKeys: FieldKeys, id: string, data: unknown): Message | null {
  const clear = MessageSchema.safeParse(data)
  if (clear.success) return clear.data
  const opened = open(fieldKeys, dataPlace('mail', id), data)
  return opened === null ? null : renderMail(MailSchema.parse(opened))
}

/** Null when it was sent. Throws for another job's sealed SMS. */
export function openSmsJob(fieldKeys: FieldKeys, id: string, data: unknown): Sms | null {
  const opened = open(fieldKeys, dataPlace('sms', id), data)
  return opened === null ? null : SmsSchema.parse(opened)
}

/** A mail or SMS by whom it is for, or null when it was sent. */
export function openMessage(
  fieldKeys: FieldKeys,
  { queue, id, data }: StoredJob,
): Pick<Message, 'to' | 'subject' | 'text' | 'about'> | null {
  if (queue === 'mail') return openMailJob(fieldKeys, id, data)
  const sms = openSmsJob(fieldKeys, id, data)
  return sms && { ...sms, to: sms.phone }
}

/** What a member reads in a message, without its links. */
export function sealSentText(
  fieldKeys: FieldKeys,
  id: string,
  { subject, text }: SentText,
): Buffer {
  return sealJson(fieldKeys, { subject, text: withoutLinks(text) }, sentPlace(id))
}

/** `jobId`: of the message's job, which is deleted after a day. */
export function openSentText(
  fieldKeys: FieldKeys,
  { jobId, sealed }: { jobId: string; sealed: Buffer },
): SentText {
  return SentSchema.parse(openJson(fieldKeys, sealed, sentPlace(jobId)))
}

function open(fieldKeys: FieldKeys, place: string, data: unknown): unknown {
  const { sealed } = StoredSchema.parse(data ?? {})
  return sealed === undefined ? null : openJson(fieldKeys, Buffer.from(sealed, 'base64'), place)
}

/** Mail servers quote the address that they refuse. */
export function sealReason(
  fieldKeys: FieldKeys,
  { queue, id }: Pick<StoredJob, 'queue' | 'id'>,
  reason: string,
): { sealed: string } {
  return { sealed: fieldKeys.seal(reason, reasonPlace(queue, id)).toString('base64') }
}

/** '' without a reason; pg-boss's own reasons are not sealed. */
export function openReason(
  fieldKeys: FieldKeys,
  { queue, id, output }: Pick<StoredJob, 'queue' | 'id'> & { output: unknown },
): string {
  const { data: { sealed, message = '' } = {} } = ReasonSchema.safeParse(output)
  if (sealed === undefined) return message
  return fieldKeys.open(Buffer.from(sealed, 'base64'), reasonPlace(queue, id))
}

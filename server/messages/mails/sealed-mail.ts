import * as z from 'zod/mini'
import { type Charity, type CharityFact, inWords, OUR } from '../../../domain/charity.ts'
import { withoutLinks } from '../../../domain/sent-text.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'
import type { Message } from '../../platform/mail.ts'
import type { Sms, SmsDraft } from '../../platform/sms.ts'
import { letterPdf } from '../letters/letter-pdf.ts'
import { type Draft, type Outgoing, writeDraft } from './letter.ts'
import { draftOf, type TemplatedMail, TemplatedMailSchema } from './mail-templates.ts'

/** The queues whose jobs are sealed until they are sent. */
export const MESSAGE_QUEUES = ['mail', 'sms'] as const
export type MessageQueue = (typeof MESSAGE_QUEUES)[number]
/** A job of one of them, as it is stored. */
export type StoredJob = { queue: MessageQueue; id: string; data: unknown }

/**
 * `sealed`: the message in base64 until it is sent. Older jobs hold it in the clear. `recipient`: the
 * keyed hash by which the messages to one address are found; older jobs have none.
 */
type StoredMail = { about?: string; sealed?: string; recipient?: string }

/** `charity`: what the charity says of itself now. */
export type OpenDeps = { fieldKeys: FieldKeys; charity: Charity }

const StoredSchema = z.object({
  about: z.exactOptional(z.string()),
  sealed: z.exactOptional(z.string()),
})
const text = z.string()
const FACTS = Object.keys(OUR) as CharityFact[]
const WordingSchema = z.union([text, z.array(z.union([text, z.object({ our: z.enum(FACTS) })]))])
const PartSchema = z.union([
  WordingSchema,
  z.object({ heading: text }),
  z.object({ facts: z.array(z.tuple([text, WordingSchema])) }),
  z.object({ words: WordingSchema, link: text, label: text }),
  z.object({ words: WordingSchema, qr: text, alt: text }),
  z.object({ markdown: text, site: text }),
])
const mail = {
  to: text,
  subject: text,
  calendar: z.exactOptional(z.object({ method: z.enum(['PUBLISH', 'CANCEL']), file: text })),
  pdf: z.exactOptional(z.object({ name: text, base64: text })),
  replyTo: z.exactOptional(text),
  unsubscribe: z.exactOptional(text),
  about: z.exactOptional(text),
}
const LetterSchema = z.object({
  title: text,
  to: z.array(text),
  parts: z.array(
    z.union([
      z.object({ heading: text }),
      z.object({ paragraph: WordingSchema }),
      z.object({ steps: z.array(text) }),
      z.object({ code: text, label: text }),
    ]),
  ),
  isLargePrint: z.boolean(),
  isForSurgery: z.exactOptional(z.boolean()),
  isCarried: z.exactOptional(z.boolean()),
  reference: text,
  at: z.coerce.date(),
})
const DraftSchema = z.object({
  ...mail,
  parts: z.array(PartSchema),
  enclosed: z.exactOptional(z.object({ name: text, letter: LetterSchema })),
})
/** Of the authentication service, and of older jobs. */
const MessageSchema = z.object({
  ...mail,
  text,
  html: z.exactOptional(text),
  qr: z.exactOptional(text),
})
const MailSchema = z.union([TemplatedMailSchema, DraftSchema, MessageSchema])
const SmsSchema = z.object({
  phone: text,
  subject: text,
  text: WordingSchema,
  about: z.exactOptional(text),
})
const ReasonSchema = z.object({ sealed: z.exactOptional(text), message: z.exactOptional(text) })

const SentSchema = z.object({ subject: text, text })
export type SentText = z.infer<typeof SentSchema>

export const dataPlace = (queue: MessageQueue, id: string) => `jobs.${queue}|data|${id}`
export const reasonPlace = (queue: MessageQueue, id: string) => `jobs.${queue}|output|${id}`
export const sentPlace = (id: string) => `sent_messages|sealed|${id}`

export function sealMail(
  fieldKeys: FieldKeys,
  id: string,
  mail: Message | Outgoing | TemplatedMail,
): StoredMail {
  const toSeal = 'template' in mail ? TemplatedMailSchema.parse(mail) : mail
  const to = 'template' in mail ? mail.params.member.email : mail.to
  return seal(fieldKeys, dataPlace('mail', id), { toSeal, to })
}

export function sealSms(fieldKeys: FieldKeys, id: string, sms: SmsDraft): StoredMail {
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

/**
 * The mail as it reads with what the charity says of itself now, or null when it was sent. Throws for
 * another job's sealed mail.
 */
export async function openMailJob(
  { fieldKeys, charity }: OpenDeps,
  id: string,
  data: unknown,
): Promise<Message | null> {
  const mail = openDraft(fieldKeys, id, data)
  if (mail === null || 'text' in mail) return mail
  const { enclosed, ...draft } = mail
  const message = writeDraft(draft, charity)
  if (!enclosed) return message
  const pdf = await letterPdf(enclosed.letter, charity)
  return { ...message, pdf: { name: enclosed.name, base64: pdf.toString('base64') } }
}

function openDraft(fieldKeys: FieldKeys, id: string, data: unknown): Message | Draft | null {
  const clear = MessageSchema.safeParse(data)
  if (clear.success) return clear.data
  const opened = open(fieldKeys, dataPlace('mail', id), data)
  if (opened === null) return null
  const mail = MailSchema.parse(opened)
  return 'template' in mail ? draftOf(mail) : mail
}

/** As openMailJob. */
export async function openSmsJob(
  { fieldKeys, charity }: OpenDeps,
  id: string,
  data: unknown,
): Promise<Sms | null> {
  const sms = openSmsDraft(fieldKeys, id, data)
  return sms && { ...sms, text: inWords(sms.text, charity) }
}

function openSmsDraft(fieldKeys: FieldKeys, id: string, data: unknown): SmsDraft | null {
  const opened = open(fieldKeys, dataPlace('sms', id), data)
  return opened === null ? null : SmsSchema.parse(opened)
}

/** Whom a mail or SMS is for and what about, or null when it was sent. */
export function openMessage(
  fieldKeys: FieldKeys,
  { queue, id, data }: StoredJob,
): Pick<Message, 'to' | 'subject' | 'about'> | null {
  if (queue === 'mail') return openDraft(fieldKeys, id, data)
  const sms = openSmsDraft(fieldKeys, id, data)
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

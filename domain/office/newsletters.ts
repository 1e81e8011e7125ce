import * as z from 'zod/mini'
import { versionNumber } from './contract.ts'

/** How long after it is sent the first mail leaves: until then nobody has it. */
export const NEWSLETTER_WAIT_MINUTES = 10

/** Everybody who subscribed, or those of them who also asked for news of events. */
export const AUDIENCES = ['everybody', 'event news'] as const
export type Audience = (typeof AUDIENCES)[number]

export const AUDIENCE_LABELS: Record<Audience, string> = {
  everybody: 'Everybody who subscribed',
  'event news': 'Those who also asked for news of events',
}

const STATES = ['draft', 'sending', 'stopped', 'sent'] as const
export type NewsletterState = (typeof STATES)[number]

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

export const NEWSLETTER_SUBJECT_LENGTH = 120
export const NEWSLETTER_LENGTH = 20_000

export const NewNewsletterSchema = z.object({
  subject: z
    .string()
    .check(
      z.overwrite(inOneLine),
      z.trim(),
      z.minLength(1),
      z.maxLength(NEWSLETTER_SUBJECT_LENGTH),
    ),
  /** Markdown. */
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(NEWSLETTER_LENGTH)),
  audience: z.enum(AUDIENCES),
})
export type NewNewsletter = z.infer<typeof NewNewsletterSchema>

/** `version`: as it was read. */
export const NewsletterChangeSchema = z.object({
  version: versionNumber,
  newsletter: NewNewsletterSchema,
})
export const NewsletterActSchema = z.object({ version: versionNumber })
export const NewsletterShownSchema = z.object({ version: versionNumber, shown: z.boolean() })

export const NewsletterRowSchema = z.object({
  id: z.int(),
  subject: z.string(),
  audience: z.enum(AUDIENCES),
  state: z.enum(STATES),
  changed_by: z.string(),
  changed_at: z.string(),
  /** When the first mail leaves or left; null for a draft. */
  begins_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** Whether it stands on the website. */
  shown: z.boolean(),
  /** Of those to whom it goes, how many there are and how many mails have left; 0 for a draft. */
  readers: z.int(),
  mailed: z.int(),
  version: z.int(),
})
export type NewsletterRow = z.infer<typeof NewsletterRowSchema>

export const NewsletterSchema = z.extend(NewsletterRowSchema, {
  body: z.string(),
  /** How it reads, as safe HTML. */
  html: z.string(),
  /** To how many each audience would go now. */
  would_reach: z.record(z.enum(AUDIENCES), z.int()),
  /** Whether a test mail of the present words has been sent. */
  is_tested: z.boolean(),
})
export type Newsletter = z.infer<typeof NewsletterSchema>

export const MarkdownPreviewSchema = z.object({
  body: z.string().check(z.maxLength(NEWSLETTER_LENGTH)),
})

/** Whether nobody has had a mail of it yet, so that it can still become a draft again. */
export function hasNotBegun(
  { state, beginsAt }: { state: NewsletterState; beginsAt: Date | null },
  now: Date,
): boolean {
  return state === 'sending' && beginsAt !== null && now < beginsAt
}

import { writeLetter } from '../../../auth/mail/letter.ts'
import { STYLES } from '../../../auth/mail/letter-styles.ts'
import { type Charity, inWords, type Wording } from '../../../domain/charity.ts'
import { letterhead } from '../../../domain/letterhead.ts'
import type { Message } from '../../platform/mail.ts'
import { markdownToHtml, markdownToText } from '../../platform/typed-markdown.ts'
import type { Letter as PaperLetter } from '../letters/letter-pdf.ts'

/**
 * As in auth/mail/letter.ts; the facts of the charity in it are filled in when the mail is sent. What staff
 * typed in `markdown` may link to pages of the `site`.
 */
export type Part =
  | Wording
  | { heading: string }
  | { facts: readonly (readonly [term: string, said: Wording])[] }
  | { words: Wording; link: string; label: string }
  | { words: Wording; qr: string; alt: string }
  | { markdown: string; site: string }

/** A mail whose text and HTML are made when it is sent, with what the charity says of itself then. */
export type Draft = Omit<Message, 'text' | 'html' | 'qr'> & {
  parts: readonly Part[]
  /** Drawn and attached when the mail is sent; as `pdf` of Message. */
  enclosed?: { name: string; letter: PaperLetter }
}

/** Nobody gets it when `to` is null: the member has no email address. */
export type Outgoing = Omit<Draft, 'to'> & { to: string | null }

/** A mail in the charity's letterhead. */
export function letter<To extends string | null>({
  to,
  subject,
  parts,
}: {
  to: To
  subject: string
  parts: readonly Part[]
}): Pick<Draft, 'subject' | 'parts'> & { to: To } {
  return { to, subject, parts }
}

/** The same content as text and HTML, in the charity's letterhead. */
export function writeDraft<Mail extends Omit<Draft, 'to'>>(
  { parts, ...mail }: Mail,
  charity: Charity,
): Omit<Mail, 'parts'> & { text: string; html: string; qr?: string } {
  const qr = parts.flatMap((part) => (isPlain(part) || !('qr' in part) ? [] : part.qr))[0]
  const filled = parts.map((part) => fillIn(part, charity))
  return {
    ...mail,
    ...(qr !== undefined && { qr }),
    ...writeLetter(letterhead(charity), { subject: mail.subject, parts: filled }),
  }
}

function fillIn(part: Part, charity: Charity) {
  if (isPlain(part)) return inWords(part, charity)
  if ('heading' in part) return part
  if ('markdown' in part) return fromMarkdown(part)
  if ('words' in part) return { ...part, words: inWords(part.words, charity) }
  return { facts: part.facts.map(([term, said]) => [term, inWords(said, charity)] as const) }
}

const ATTRIBUTES = {
  paragraph: 'style="margin:0 0 20px"',
  heading: `style="${STYLES.heading}"`,
  list: 'style="margin:0 0 20px;padding:0 0 0 24px"',
  blockquote: 'style="margin:0 0 20px 16px"',
  link: `class="link" style="${STYLES.link}"`,
}

function fromMarkdown({ markdown, site }: { markdown: string; site: string }) {
  const addressOf = (path: string) => `${site}${path}`
  return {
    html: markdownToHtml(markdown, { addressOf, attributes: ATTRIBUTES }),
    text: markdownToText(markdown, { addressOf }),
  }
}

function isPlain(part: Part): part is Wording {
  return typeof part === 'string' || Array.isArray(part)
}

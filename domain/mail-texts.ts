// The charity's own words in mails about appointments, beside those of a product (email-template.ts).
import { PLACEHOLDERS, type Placeholder, whyNotTemplate } from './email-template.ts'

export const MAIL_TEXT_KINDS = [
  'reminder',
  'place_offered',
  'event_changed',
  'event_cancelled',
] as const
export type MailTextKind = (typeof MAIL_TEXT_KINDS)[number]

/** What the text of such a mail may name: an offered place is not booked and has no reference. */
export function placeholdersOf(kind: MailTextKind): readonly Placeholder[] {
  return kind === 'place_offered'
    ? PLACEHOLDERS.filter((name) => name !== 'reference')
    : PLACEHOLDERS
}

/** A sentence; null when the text can be used. */
export function whyNotMailText(kind: MailTextKind, text: string): string | null {
  return whyNotTemplate(text, placeholdersOf(kind))
}

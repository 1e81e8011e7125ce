// The charity's own words in mails about appointments, beside those of a product (email-template.ts).
import { PLACEHOLDERS, type Placeholder, whyNotTemplate } from './email-template.ts'

export const MAIL_TEXT_KINDS = [
  'reminder',
  'place_offered',
  'event_changed',
  'event_time_changed',
  'event_cancelled',
  'waited_event_time_changed',
  'waited_event_cancelled',
] as const
export type MailTextKind = (typeof MAIL_TEXT_KINDS)[number]

/** To members who wait, and have no reference. */
const NOT_BOOKED: readonly MailTextKind[] = [
  'place_offered',
  'waited_event_time_changed',
  'waited_event_cancelled',
]

/** What the text of such a mail may name. */
export function placeholdersOf(kind: MailTextKind): readonly Placeholder[] {
  return NOT_BOOKED.includes(kind)
    ? PLACEHOLDERS.filter((name) => name !== 'reference')
    : PLACEHOLDERS
}

/** A sentence; null when the text can be used. */
export function whyNotMailText(kind: MailTextKind, text: string): string | null {
  return whyNotTemplate(text, placeholdersOf(kind))
}

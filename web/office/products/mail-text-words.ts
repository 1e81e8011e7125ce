import type { MailTextKind } from '../../../domain/mail-texts.ts'

export const MAIL_WORDS: Record<MailTextKind, { title: string; when: string }> = {
  reminder: {
    title: 'Reminder of an appointment',
    when: 'Before an appointment. The text of its product comes first in it.',
  },
  place_offered: {
    title: 'Place offered from the waiting list',
    when: 'When a place is held for the first person who waits.',
  },
  event_changed: {
    title: 'Something about the event has changed',
    when: 'To everybody booked, when the hall, the name or the contact of an event changes.',
  },
  event_cancelled: {
    title: 'The day is cancelled',
    when: 'To everybody booked, after the words that the office typed for that day.',
  },
}

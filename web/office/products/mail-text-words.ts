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
  event_time_changed: {
    title: 'The event has a new time',
    when: 'To everybody booked whose time is another, after the words that the office typed.',
  },
  event_cancelled: {
    title: 'The day is cancelled',
    when: 'To everybody booked, after the words that the office typed for that day.',
  },
  waited_event_time_changed: {
    title: 'The event has a new time: waiting list',
    when: 'To everybody who waits for a place, when the day or the time of the event changes.',
  },
  waited_event_cancelled: {
    title: 'The day is cancelled: waiting list',
    when: 'To everybody who waits for a place. They were not booked and paid nothing.',
  },
}

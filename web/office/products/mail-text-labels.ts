import type { MailTextKind } from '../../../domain/mail-texts.ts'

export const MAIL_WORDS: Record<MailTextKind, { title: string; when: string }> = {
  reminder: {
    title: 'Reminder of an appointment',
    when: 'Sent before an appointment. The product’s own text comes first.',
  },
  place_offered: {
    title: 'Place offered from the waiting list',
    when: 'Sent when a place is held for the first person on the list.',
  },
  event_changed: {
    title: 'Event details have changed',
    when: 'Sent to everybody who has booked, when the venue, name or contact for an event changes.',
  },
  event_time_changed: {
    title: 'The event has a new time',
    when: 'Sent to everybody whose time has changed, after the office’s message.',
  },
  event_cancelled: {
    title: 'The event is cancelled',
    when: 'Sent to everybody who has booked, after the office’s message.',
  },
  waited_event_time_changed: {
    title: 'The event has a new time: waiting list',
    when: 'Sent to everybody on the waiting list, when the date or time of the event changes.',
  },
  waited_event_cancelled: {
    title: 'The event is cancelled: waiting list',
    when: 'Sent to everybody on the waiting list. They had not booked and had paid nothing.',
  },
}

import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import type { MailTextKind } from '../../../domain/mail-texts.ts'
import { addDays, ukDate, ukInstant } from '../../../domain/uk-time.ts'
import { appointmentReminder } from './appointment-reminder.ts'
import { bookingConfirmed } from './booking-confirmed.ts'
import { eventCancelled, waitedEventCancelled } from './event-cancelled.ts'
import { eventChanged } from './event-changed.ts'
import { eventTimeChanged, waitedEventTimeChanged } from './event-time-changed.ts'
import type { Draft } from './letter.ts'
import { placeOffered } from './place-offered.ts'

type Sample = { to: string; publicUrl: string; now: Date }

/** The confirmation of a made-up booking, as a product with this template sends it. */
export function sampleConfirmation({ template, ...sample }: Sample & { template: string | null }) {
  const about = { ...madeUp(sample), template, paid: null, duePence: 0, now: sample.now }
  return sent(bookingConfirmed(about), sample)
}

/** The mail of this kind about a made-up booking, with this text of the charity's. */
export function sampleMail({
  kind,
  text,
  ...sample
}: Sample & { kind: MailTextKind; text: string }) {
  const about = { ...madeUp(sample), ownText: text }
  return sent(MAILS[kind](about, sample.now), sample)
}

type About = ReturnType<typeof madeUp> & { ownText: string }

const MAILS = {
  reminder: (about: About, now: Date) =>
    appointmentReminder({ ...about, template: null, duePence: 0, now }),
  place_offered: ({ booked, ...about }: About, now: Date) => {
    const { event, startsAt } = booked
    const until = new Date(now.getTime() + DAY_MS)
    return placeOffered({ ...about, event, startsAt, until, waitId: 0 })
  },
  event_changed: (about: About) => eventChanged(about),
  event_time_changed: (about: About, now: Date) => {
    const before = new Date(about.booked.startsAt.getTime() - DAY_MS)
    const freeUntil = new Date(now.getTime() + 2 * DAY_MS)
    return eventTimeChanged({ ...about, before, freeUntil, isPaid: true, message: null, now })
  },
  event_cancelled: (about: About) => {
    const aboutMoney = 'We will refund everything you paid. It will go back to your card.'
    return eventCancelled({ ...about, aboutMoney, message: null, nearest: nearestTo(about) })
  },
  waited_event_time_changed: (about: About) => {
    const { event } = about.booked
    return waitedEventTimeChanged({ ...about, event, isOpen: true, message: null })
  },
  waited_event_cancelled: (about: About) => {
    const { event } = about.booked
    return waitedEventCancelled({ ...about, event, message: null, nearest: nearestTo(about) })
  },
} satisfies Record<MailTextKind, (about: About, now: Date) => object>

function nearestTo({ booked: { event } }: About) {
  return [{ ...event, booked_spaces: 0 }]
}

function sent(
  { subject, parts }: Pick<Draft, 'subject' | 'parts'>,
  { to }: Sample,
): Pick<Draft, 'to' | 'subject' | 'parts'> {
  return { to, subject, parts }
}

function madeUp({ to, publicUrl, now }: Sample) {
  const date = addDays(ukDate(now), 15)
  const startsAt = ukInstant(date, '12:00')
  return {
    member: { firstName: 'James', email: to },
    booked: {
      reference: 'SAMP-2345',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 10 * MINUTE_MS),
      sequence: 0,
      changedAt: now,
      event: { ...SAMPLE_EVENT, event_date: date, start_time: '10:00', end_time: '16:00' },
    },
    publicUrl,
  }
}

const SAMPLE_EVENT = {
  event_id: 0,
  event_name: 'Sample screening',
  event_description: null,
  session_duration: 10,
  price: null,
  product_id: 0,
  product_name: 'PSA blood test',
  product_price: 0,
  lab_name: null,
  requires_nhs_number: false,
  is_private: false,
  payment_required: false,
  total_spaces: 0,
  exclusive_for: 'COMMUNITY',
  contact_email: null,
  address_line1: 'Sample Hall',
  address_line2: '1 Sample Street',
  city: 'Colchester',
  state: null,
  postcode: 'CO1 1AA',
  country: null,
  latitude: null,
  longitude: null,
  is_cancelled: false,
  venue: {
    parking: 'Free car park behind the hall.',
    step_free_access: 'Step-free from the car park.',
  },
} as const

import { pounds } from '../../../domain/money.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { paymentStateText } from '../../../domain/office/payment-state-text.ts'
import type { Found } from '../../../domain/office/search-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { STATE_WORDS } from '../events/event-text.ts'
import { fullName, nextAppointment, townAndPostcode } from '../members/member-columns.tsx'

/** A line under the search box, and the screen that it opens. */
export type Suggestion = { to: string; title: string; details: string; isAlike: boolean }

const MOST = 5
/** So many lines stay for events and payments beside many members. */
const OTHERS = 2

/** The first five: members, and at least two of events and payments where there are any. */
export function suggestionsOf({ members, events, payments }: Found): Suggestion[] {
  const people = (members ?? []).map(ofMember)
  const others = [...(events ?? []).map(ofEvent), ...(payments ?? []).map(ofPayment)]
  const first = people.slice(0, MOST - Math.min(others.length, OTHERS))
  return [...first, ...others].slice(0, MOST)
}

/** The screen of the one member who was named exactly; null when others or an event match too. */
export function loneMember({ members, events }: Found): string | null {
  const [first, ...more] = members ?? []
  if (!first || first.is_alike || more.length > 0 || (events ?? []).length > 0) return null
  return `/members/${first.id}`
}

function ofMember(member: NonNullable<Found['members']>[number]): Suggestion {
  const next = nextAppointment(member)
  return {
    to: `/members/${member.id}`,
    title: fullName(member),
    details: details(
      `born ${dayInWords(member.date_of_birth)}`,
      townAndPostcode(member),
      member.phone,
      next && `next: ${next}`,
    ),
    isAlike: member.is_alike,
  }
}

function ofEvent(event: NonNullable<Found['events']>[number]): Suggestion {
  return {
    to: `/events/${event.event_id}`,
    title: event.event_name,
    details: details(
      'Event',
      weekdayAndDate(event.event_date),
      event.city,
      STATE_WORDS[event.state].label,
    ),
    isAlike: false,
  }
}

function ofPayment(payment: NonNullable<Found['payments']>[number]): Suggestion {
  return {
    to: `/payments/${payment.id}`,
    title: payment.member_name,
    details: details(
      'Payment',
      pounds(payment.amount_pence),
      payment.event_name,
      paymentStateText(payment.state),
    ),
    isAlike: false,
  }
}

function details(...parts: (string | null)[]): string {
  const text = parts.filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

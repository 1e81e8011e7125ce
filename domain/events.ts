import type { CharityEvent, EventDetails } from './contract.ts'
import type { DateFilter } from './event-filters.ts'
import { addDays, ukDate, ukInstant, weekday } from './uk-time.ts'

export type EventLabel = 'Event Passed' | 'Fully Booked' | 'Booking Closed' | 'BOOK'

/** `event_date` and clock times in London. */
export type EventTimes = Pick<EventDetails, 'event_date' | 'start_time' | 'end_time'>

export function eventStart(event: EventTimes): Date {
  return ukInstant(event.event_date, event.start_time)
}

/** An end earlier on the clock than the start is on the next day (rules §1.3). */
export function eventEnd(event: EventTimes): Date {
  const endsNextDay = event.end_time < event.start_time
  return ukInstant(endsNextDay ? addDays(event.event_date, 1) : event.event_date, event.end_time)
}

export function spacesLeft(event: CharityEvent): number {
  return Math.max(0, event.total_spaces - event.booked_spaces)
}

/** In pence: the event's price, otherwise the product's (rules §1.2). */
export function chargePence(event: Pick<EventDetails, 'price' | 'product_price'>): number {
  return event.price ?? event.product_price
}

export function needsPayment(event: EventDetails): boolean {
  return event.payment_required === true
}

export function howToPay(event: EventDetails): 'by card' | 'at the venue' | 'nothing' {
  if (needsPayment(event)) return 'by card'
  return chargePence(event) > 0 ? 'at the venue' : 'nothing'
}

/** At the start time 1 day before, 2 for a Sunday, 3 for a Monday (rules §1.6); null for never. */
export function bookingClosesAt(event: EventDetails): Date | null {
  if (event.exclusive_for === 'CORPORATE') return null
  return ukInstant(addDays(event.event_date, -closingDays(event.event_date)), event.start_time)
}

/** True from the closing instant itself, and for an event that is cancelled or is to be. */
export function isBookingRestricted(event: EventDetails, now: Date): boolean {
  if (event.is_cancelled || event.is_booking_closed) return true
  const closesAt = bookingClosesAt(event)
  return closesAt !== null && now >= closesAt
}

/** The event as it is for who holds a place of it: the office's closing is for others. */
export function asForHolder<E extends EventDetails>(event: E): E {
  return event.is_booking_paused ? { ...event, is_booking_closed: false } : event
}

/** The first match applies (rules §1.5). Only 'BOOK' is enabled. */
export function eventLabel(event: CharityEvent, now: Date): EventLabel {
  if (eventEnd(event) < now) return 'Event Passed'
  if (event.is_cancelled || event.is_booking_closed) return 'Booking Closed'
  if (spacesLeft(event) === 0) return 'Fully Booked'
  if (isBookingRestricted(event, now)) return 'Booking Closed'
  return 'BOOK'
}

export function isUpcoming(event: EventDetails, now: Date): boolean {
  return eventStart(event) >= now
}

type Address = Pick<
  EventDetails,
  'address_line1' | 'address_line2' | 'city' | 'country' | 'postcode'
>

export function eventAddress(event: Address): string {
  return [event.address_line1, event.address_line2, event.city, event.postcode, event.country]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(', ')
}

const SHORT_TITLE = 24

export function shortTitle(name: string): string {
  const characters = [...name]
  if (characters.length <= SHORT_TITLE) return name
  return `${characters.slice(0, SHORT_TITLE).join('').trimEnd()}...`
}

/** First and last London dates (rules §1.1); weeks start on Monday. `to` is null when open-ended. */
export function dateRange(filter: DateFilter, now: Date): { from: string; to: string | null } {
  const today = ukDate(now)
  switch (filter) {
    case 'today':
      return { from: today, to: today }
    case 'next-week': {
      const monday = addDays(today, 8 - weekday(today))
      return { from: monday, to: addDays(monday, 6) }
    }
    case 'next-month': {
      const first = firstOfNextMonth(today)
      return { from: first, to: addDays(firstOfNextMonth(first), -1) }
    }
    case 'future-events':
      return { from: today, to: null }
  }
}

function closingDays(eventDate: string): number {
  const day = weekday(eventDate)
  if (day === 1) return 3
  return day === 7 ? 2 : 1
}

function firstOfNextMonth(date: string): string {
  return `${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`
}

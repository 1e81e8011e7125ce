import type { CharityEvent } from './contract.ts'
import { CATEGORIES, type Category, DATE_FILTERS, type DateFilter } from './event-filters.ts'
import { addDays, ukDate, ukInstant, weekday } from './uk-time.ts'

export type EventLabel = 'Event Passed' | 'Fully Booked' | 'Booking Closed' | 'BOOK'

/** The instant at which the event begins. */
export function eventStart(event: CharityEvent): Date {
  return ukInstant(event.event_date, event.start_time)
}

/**
 * The instant at which it ends. An end earlier on the clock than the start, 00:00:00 above all, is
 * the next day's (spec §4).
 */
export function eventEnd(event: CharityEvent): Date {
  const endsNextDay = event.end_time < event.start_time
  return ukInstant(endsNextDay ? addDays(event.event_date, 1) : event.event_date, event.end_time)
}

/** Places nobody has booked, never less than 0. */
export function spacesLeft(event: CharityEvent): number {
  return Math.max(0, event.total_spaces - event.booked_spaces)
}

/** What a place costs, in pence: the event's own price, else its product's (design §3a). */
export function chargePence(event: CharityEvent): number {
  return event.price ?? event.product_price
}

/** Whether it is paid for at checkout: only when that was said outright (design §6). */
export function needsPayment(event: CharityEvent): boolean {
  return event.payment_required === true
}

/**
 * How a place at an event is paid for: by card only where `payment_required` is true (design §6); any
 * other price is paid at the venue.
 */
export function howToPay(event: CharityEvent): 'by card' | 'at the venue' | 'nothing' {
  if (needsPayment(event)) return 'by card'
  return chargePence(event) > 0 ? 'at the venue' : 'nothing'
}

/**
 * The moment from which nobody can book: the same London time of day one day before the start, two
 * before a Sunday's and three before a Monday's (spec §5). Null for corporate events, which have none.
 */
export function bookingClosesAt(event: CharityEvent): Date | null {
  if (event.exclusive_for === 'CORPORATE') return null
  // Counted in calendar days, so that a clock change moves no event's closing time by an hour.
  return ukInstant(addDays(event.event_date, -closingDays(event.event_date)), event.start_time)
}

/** Whether booking has closed ahead of the event; from the closing moment itself on it has. */
export function isBookingRestricted(event: CharityEvent, now: Date): boolean {
  const closesAt = bookingClosesAt(event)
  return closesAt !== null && now >= closesAt
}

/** What the event's button says, first that applies (spec §4). Only 'BOOK' can be pressed. */
export function eventLabel(event: CharityEvent, now: Date): EventLabel {
  if (eventEnd(event) < now) return 'Event Passed'
  if (spacesLeft(event) === 0) return 'Fully Booked'
  if (isBookingRestricted(event, now)) return 'Booking Closed'
  return 'BOOK'
}

/** Whether it starts now or later (spec §2, Home). */
export function isUpcoming(event: CharityEvent, now: Date): boolean {
  return eventStart(event) >= now
}

/** The address in one line, parts that are empty left out (spec §3, eventLocation). */
export function eventAddress(event: CharityEvent): string {
  return [event.address_line1, event.address_line2, event.city, event.postcode, event.country]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(', ')
}

const SHORT_TITLE = 24

/** The name as a card's title: more than 24 characters are cut there and followed by '...' (spec §9). */
export function shortTitle(name: string): string {
  const characters = [...name]
  if (characters.length <= SHORT_TITLE) return name
  return `${characters.slice(0, SHORT_TITLE).join('').trimEnd()}...`
}

/**
 * First and last London date that a filter asks for; `to` is null when it has no end (design §3a).
 * next-week is the Monday to Sunday after this week, next-month the next calendar month.
 */
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

/** Whether a word that came over the wire is one of the filters. */
export function isDateFilter(word: unknown): word is DateFilter {
  return DATE_FILTERS.some((filter) => filter === word)
}

/**
 * The categories asked for by the listing's comma-joined `for`, in any case; words that are none
 * are passed over. Null when every event is meant: none or all of them named (spec §4).
 */
export function chosenCategories(wanted: string | null | undefined): Category[] | null {
  const words = (wanted ?? '').split(',').map((word) => word.trim().toUpperCase())
  const chosen = CATEGORIES.filter((category) => words.includes(category))
  return chosen.length === 0 || chosen.length === CATEGORIES.length ? null : chosen
}

/** A Sunday or Monday event closes on the Friday, the last working day before it. */
function closingDays(eventDate: string): number {
  const day = weekday(eventDate)
  if (day === 1) return 3
  return day === 7 ? 2 : 1
}

function firstOfNextMonth(date: string): string {
  // Never more than 31 days: the 1st plus 31 lands in the next month.
  return `${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`
}

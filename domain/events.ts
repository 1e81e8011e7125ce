import type { CharityEvent } from './contract.ts'
import { CATEGORIES, type Category, DATE_FILTERS, type DateFilter } from './event-filters.ts'
import { addDays, ukDate, ukInstant, weekday } from './uk-time.ts'

export type EventLabel = 'Event Passed' | 'Fully Booked' | 'Booking Closed' | 'BOOK'

export function eventStart(event: CharityEvent): Date {
  return ukInstant(event.event_date, event.start_time)
}

/** An end earlier on the clock than the start is on the next day (spec §4). */
export function eventEnd(event: CharityEvent): Date {
  const endsNextDay = event.end_time < event.start_time
  return ukInstant(endsNextDay ? addDays(event.event_date, 1) : event.event_date, event.end_time)
}

/** Never less than 0. */
export function spacesLeft(event: CharityEvent): number {
  return Math.max(0, event.total_spaces - event.booked_spaces)
}

/** Price of a place in pence: the event's, otherwise its product's (design §3a). */
export function chargePence(event: CharityEvent): number {
  return event.price ?? event.product_price
}

/** Whether checkout takes payment: only when `payment_required` is true (design §6). */
export function needsPayment(event: CharityEvent): boolean {
  return event.payment_required === true
}

/** By card only when `payment_required` is true (design §6). */
export function howToPay(event: CharityEvent): 'by card' | 'at the venue' | 'nothing' {
  if (needsPayment(event)) return 'by card'
  return chargePence(event) > 0 ? 'at the venue' : 'nothing'
}

/**
 * When booking closes: the event's London start time one day before, two before a Sunday's event,
 * three before a Monday's (spec §5). Null for corporate events, which never close.
 */
export function bookingClosesAt(event: CharityEvent): Date | null {
  if (event.exclusive_for === 'CORPORATE') return null
  // In calendar days, so that a clock change does not shift the closing time.
  return ukInstant(addDays(event.event_date, -closingDays(event.event_date)), event.start_time)
}

/** Whether booking has closed; true from the closing instant itself. */
export function isBookingRestricted(event: CharityEvent, now: Date): boolean {
  const closesAt = bookingClosesAt(event)
  return closesAt !== null && now >= closesAt
}

/** The button's label; the first match applies (spec §4). Only 'BOOK' is enabled. */
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

/** Without empty parts (spec §3, eventLocation). */
export function eventAddress(event: CharityEvent): string {
  return [event.address_line1, event.address_line2, event.city, event.postcode, event.country]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(', ')
}

const SHORT_TITLE = 24

/** The name cut to 24 characters, with '...' when cut (spec §9). */
export function shortTitle(name: string): string {
  const characters = [...name]
  if (characters.length <= SHORT_TITLE) return name
  return `${characters.slice(0, SHORT_TITLE).join('').trimEnd()}...`
}

/**
 * Returns the filter's first and last London dates; `to` is null when open-ended (design §3a).
 * next-week is the next Monday to Sunday, next-month the next calendar month.
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

export function isDateFilter(word: unknown): word is DateFilter {
  return DATE_FILTERS.some((filter) => filter === word)
}

/**
 * Returns the categories in a comma-separated `for`, in any case, without unknown words. Null when
 * none or all are named, which means every event (spec §4).
 */
export function chosenCategories(wanted: string | null | undefined): Category[] | null {
  const words = (wanted ?? '').split(',').map((word) => word.trim().toUpperCase())
  const chosen = CATEGORIES.filter((category) => words.includes(category))
  return chosen.length === 0 || chosen.length === CATEGORIES.length ? null : chosen
}

/** Sunday and Monday events close on the Friday, the last working day before. */
function closingDays(eventDate: string): number {
  const day = weekday(eventDate)
  if (day === 1) return 3
  return day === 7 ? 2 : 1
}

function firstOfNextMonth(date: string): string {
  // The 1st plus 31 days is always in the next month.
  return `${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`
}

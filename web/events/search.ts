import { EVENTS_PER_PAGE } from '../../domain/event-filters.ts'
import { type EventSearch, pagesOf } from '../../domain/search-events.ts'

export const DATE_CHOICES = [
  ['', 'Select Date'],
  ['today', "What's on today"],
  ['next-week', 'next week'],
  ['next-month', 'next month'],
  ['future-events', 'All Future Events'],
] as const
export const KIND_CHOICES = [
  { value: 'community', label: 'Community' },
  { value: 'freemasons', label: 'Freemasons' },
  { value: 'corporate', label: 'Corporate' },
] as const

export const ONLY_CHOICES = [
  { value: 'evenings', label: 'Weekday evenings' },
  { value: 'weekends', label: 'Weekends' },
  { value: 'free', label: 'Free' },
] as const

/** Date and place apply together; no category means all. */
export function filtersOf(search: EventSearch) {
  const someKinds = search.kinds.length > 0 && search.kinds.length < KIND_CHOICES.length
  return {
    ...(someKinds && { for: search.kinds.join(',') }),
    ...(search.location !== '' && { location: search.location }),
    ...(search.date !== '' && { date: search.date }),
  }
}

/** Whether anything but the place narrows the search. */
export function isChosen(search: EventSearch): boolean {
  return search.only.length > 0 || isNarrowed({ ...search, location: '' })
}

/** The filters of a search by place. */
export function nearbyFiltersOf(search: EventSearch) {
  return {
    ...filtersOf(search),
    ...(search.only.length > 0 && { only: search.only.join(',') }),
  }
}

/** Null unless the search has both, one of which is on the hidden tab. */
export function bothInWords({ date, location }: EventSearch): string | null {
  const [, label] = DATE_CHOICES.find(([value]) => value !== '' && value === date) ?? []
  return label && location !== '' ? `${label}, ‘${location}’` : null
}

export function isNarrowed(search: EventSearch): boolean {
  const { for: kinds, location, date } = filtersOf(search)
  return (
    kinds !== undefined || location !== undefined || (date ?? 'future-events') !== 'future-events'
  )
}

export function listingAddress(search: EventSearch, page: number): string {
  const filters = search.location === '' ? filtersOf(search) : nearbyFiltersOf(search)
  const query = new URLSearchParams(
    Object.keys(filters).length > 0 ? { by: search.by, ...filters } : {},
  )
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/book-event-main?${query}` : '/book-event-main'
}

/** 'Showing 51 to 100 of 1,553 events, soonest first'; '34 events found, soonest first'. */
export function countInWords(list: {
  page: number
  shown: number
  total: number
  isByPlace?: boolean
}): string {
  const { page, shown, total } = list
  const order = list.isByPlace ? 'nearest first' : 'soonest first'
  if (pagesOf(total) < 2) {
    if (shown === 1) return '1 event found'
    return `${shown} events found${shown > 1 ? `, ${order}` : ''}`
  }
  const before = (page - 1) * EVENTS_PER_PAGE
  const [first, last, all] = [before + 1, before + shown, total].map((n) =>
    n.toLocaleString('en-GB'),
  )
  return shown === 1
    ? `Showing event ${first} of ${all}, ${order}`
    : `Showing ${first} to ${last} of ${all} events, ${order}`
}

/** The way to the pages before and after this one. */
export function linksToPages(
  search: EventSearch,
  { page, total }: { page: number; total: number },
) {
  const to = (wanted: number) => `${listingAddress(search, wanted)}#upcoming-events`
  return [
    ...(page > 1 ? [{ rel: 'prev', href: to(page - 1), label: 'Previous' }] : []),
    ...(page < pagesOf(total) ? [{ rel: 'next', href: to(page + 1), label: 'Next' }] : []),
  ]
}

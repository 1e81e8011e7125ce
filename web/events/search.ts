import type { EventFilters } from '../../domain/contract.ts'

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

/** The filter card's state; `by` is the visible tab. */
export type EventSearch = {
  by: 'date' | 'location'
  date: string
  location: string
  kinds: readonly string[]
}

/** Accepts a repeated or comma-joined `for` and links without `by`; drops unknown values. */
export function readSearch(query: URLSearchParams): EventSearch {
  const kinds = query.getAll('for').flatMap((list) => list.toLowerCase().split(','))
  const location = (query.get('location') ?? '').trim().slice(0, 80)
  const date = query.get('date') ?? ''
  const by = query.get('by') ?? (location !== '' && date === '' ? 'location' : 'date')
  return {
    by: by === 'location' ? 'location' : 'date',
    date: DATE_CHOICES.some(([value]) => value === date) ? date : '',
    location,
    kinds: KIND_CHOICES.map(({ value }) => value).filter((kind) => kinds.includes(kind)),
  }
}

/** Date and place apply together; no category means all. */
export function filtersOf(search: EventSearch): EventFilters {
  const someKinds = search.kinds.length > 0 && search.kinds.length < KIND_CHOICES.length
  return {
    ...(someKinds && { for: search.kinds.join(',') }),
    ...(search.location !== '' && { location: search.location }),
    ...(search.date !== '' && { date: search.date }),
  }
}

/** Null unless the search has both, one of which is on the hidden tab. */
export function bothInWords({ date, location }: EventSearch): string | null {
  const [, label] = DATE_CHOICES.find(([value]) => value !== '' && value === date) ?? []
  return label && location !== '' ? `${label}, “${location}”` : null
}

export function isNarrowed(search: EventSearch): boolean {
  const { for: kinds, location, date } = filtersOf(search)
  return (
    kinds !== undefined || location !== undefined || (date ?? 'future-events') !== 'future-events'
  )
}

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

/** What the filter card shows and asks for; `by` is the tab in front. */
export type EventSearch = {
  by: 'date' | 'location'
  date: string
  location: string
  kinds: readonly string[]
}

/**
 * Reads the filter card's own address, `?by=location&location=Leeds&for=community&for=corporate`.
 * The API's comma-joined `for` and links without `by` are understood too; what is unknown is dropped.
 */
export function readSearch(query: URLSearchParams): EventSearch {
  const asked = query.getAll('for').flatMap((list) => list.toLowerCase().split(','))
  const location = (query.get('location') ?? '').trim().slice(0, 80)
  const date = query.get('date') ?? ''
  const by = query.get('by') ?? (location !== '' && date === '' ? 'location' : 'date')
  return {
    by: by === 'location' ? 'location' : 'date',
    date: DATE_CHOICES.some(([value]) => value === date) ? date : '',
    location,
    kinds: KIND_CHOICES.map(({ value }) => value).filter((kind) => asked.includes(kind)),
  }
}

/** The API's filters for this search: date and place together; none or all kinds ask for all. */
export function askFor(search: EventSearch): EventFilters {
  const someKinds = search.kinds.length > 0 && search.kinds.length < KIND_CHOICES.length
  return {
    ...(someKinds && { for: search.kinds.join(',') }),
    ...(search.location !== '' && { location: search.location }),
    ...(search.date !== '' && { date: search.date }),
  }
}

/** Date and place as words, where the search names both: one of them is on the tab that is hidden. */
export function bothInWords({ date, location }: EventSearch): string | null {
  const [, label] = DATE_CHOICES.find(([value]) => value !== '' && value === date) ?? []
  return label && location !== '' ? `${label}, “${location}”` : null
}

/** Whether anything narrows the list, so that an empty one can offer to show all events. */
export function isNarrowed(search: EventSearch): boolean {
  const { for: kinds, location, date } = askFor(search)
  return (
    kinds !== undefined || location !== undefined || (date ?? 'future-events') !== 'future-events'
  )
}

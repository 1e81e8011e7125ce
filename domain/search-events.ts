// The one reading of the events list's filters: for the page, the API and the keys of the cache.
import {
  CATEGORIES,
  type Category,
  DATE_FILTERS,
  type DateFilter,
  EVENTS_PER_PAGE,
  NEARBY_CHOICES,
  type NearbyChoice,
  PAGE_NUMBER,
} from './event-filters.ts'

const MAX_PLACE_LENGTH = 80

type EventFilterWords = {
  for?: string | null | undefined
  date?: string | null | undefined
  location?: string | null | undefined
  only?: string | null | undefined
}

/** `date` is '' for any; `kinds` in small letters, as they stand in addresses. */
type ParsedFilters = {
  date: DateFilter | ''
  location: string
  kinds: string[]
  only: NearbyChoice[]
}

/** Unknown words are no words, so that an address has as many readings as it can have meanings. */
export function readFilters(words: EventFilterWords): ParsedFilters {
  const kinds = listOf(words.for)
  return {
    date: isDateFilter(words.date) ? words.date : '',
    location: placeWords(words.location),
    kinds: CATEGORIES.map((category) => category.toLowerCase()).filter((kind) =>
      kinds.includes(kind),
    ),
    only: nearbyChoices(words.only),
  }
}

/** The filter card's state; `by` is the visible tab, `only` belongs to a search by place. */
export type EventSearch = ParsedFilters & {
  by: 'date' | 'location'
}

/** Accepts a repeated or comma-joined `for` and links without `by`; drops unknown values. */
export function readSearch(query: URLSearchParams): EventSearch {
  const filters = readFilters({
    for: query.getAll('for').join(','),
    date: query.get('date'),
    location: query.get('location'),
    only: query.getAll('only').join(','),
  })
  const { date, location } = filters
  const by = query.get('by') ?? (location !== '' && date === '' ? 'location' : 'date')
  return {
    ...filters,
    by: by === 'location' ? 'location' : 'date',
    only: location === '' ? [] : filters.only,
  }
}

export function isDateFilter(word: unknown): word is DateFilter {
  return DATE_FILTERS.some((filter) => filter === word)
}

/** Parses a comma-separated list; unknown words are dropped. */
export function nearbyChoices(wanted: string | null | undefined): NearbyChoice[] {
  const words = listOf(wanted)
  return NEARBY_CHOICES.filter((choice) => words.includes(choice))
}

/** Parses a comma-separated list in any case. Null when none or all are named (rules §1.1). */
export function chosenCategories(wanted: string | null | undefined): Category[] | null {
  const words = listOf(wanted)
  const chosen = CATEGORIES.filter((category) => words.includes(category.toLowerCase()))
  return chosen.length === 0 || chosen.length === CATEGORIES.length ? null : chosen
}

/** What somebody typed, on one line, without what is not seen; at most 80 characters. */
export function placeWords(typed: string | null | undefined): string {
  return (typed ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MAX_PLACE_LENGTH)
    .trim()
}

/** From 1; anything else than a number of a page is page 1. */
export function readPageNumber(typed: string | null | undefined): number {
  return PAGE_NUMBER.test(typed ?? '') ? Number(typed) : 1
}

/** 0 without events. */
export function pagesOf(total: number): number {
  return Math.ceil(total / EVENTS_PER_PAGE)
}

/** The page, or the first one after the last, which all later ones are like. */
export function boundedPage(page: number, lastPage: number): number {
  return Math.min(page, Math.max(1, lastPage) + 1)
}

function listOf(words: string | null | undefined): string[] {
  return (words ?? '').split(',').map((word) => word.trim().toLowerCase())
}

import { DATA_COMPLAINT } from '../../domain/contact.ts'
import { readAlertForm, USUAL_MILES } from '../../domain/near-alerts.ts'
import { boundedPage, readPageNumber, readSearch } from '../../domain/search-events.ts'
import type { About } from '../platform/cache/response-cache.ts'

const EVENT = /^\/event\/0*(\d{1,10})(?:\/begin-for-another)?$/
const STATISTICS = /^\/information-hub\/statistics$/
const LISTING = /^\/book-event-main$/

/** What bounds the addresses: pages of the events list, and what the news can show. */
export type AddressBounds = {
  lastEventPage: number
  readNews: (query: URLSearchParams) => { archive: string; page: number }
}

type Filters = Record<string, string>

/** How each page reads its query, by the parser of the page itself; '' is no value. */
const LIVE_PAGES: {
  pattern: RegExp
  read?: (query: URLSearchParams, bounds: AddressBounds) => Filters
}[] = [
  { pattern: /^\/$/ },
  { pattern: LISTING, read: readListing },
  { pattern: /^\/tell-me$/, read: readTellMe },
  { pattern: /^\/news(\/patient-journey)?$/, read: readNewsPage },
  {
    pattern: /^\/contact-us$/,
    read: (query): Filters => {
      if (query.has('sent')) return { sent: '1' }
      return query.get('about') === DATA_COMPLAINT ? { about: DATA_COMPLAINT } : {}
    },
  },
  {
    pattern: /^\/events\/host-a-day$/,
    read: (query): Filters => (query.has('sent') ? { sent: '1' } : {}),
  },
  { pattern: STATISTICS },
  { pattern: /^\/newsletters(\/[1-9]\d{0,9})?$/ },
  { pattern: EVENT },
]

/** Pages that load personal data in the browser; the response is the same for everyone. */
export const SCREENS: ReadonlySet<string> = new Set([
  '/login',
  '/signup',
  '/signup-success',
  '/reset-password',
  '/new-device',
  '/book-event',
  '/waiting-list',
  '/booking-success',
  '/checkout',
  '/check-nhs-number',
  '/test-consent',
  '/portal',
  '/portal/my-data',
  '/portal/consents',
  '/portal/payments',
  '/portal/letter',
  '/portal/contact',
  '/portal/sign-in',
  '/portal/devices',
  '/portal/viewers',
  '/portal/erase',
  '/medical-results',
  '/medical-results/:id',
  '/upcoming-events',
  '/by-link',
  '/tell-me/sent',
  '/tell-me/confirm',
  '/tell-me/confirmed',
  '/tell-me/leave',
  '/tell-me/left',
  '/tell-me/link-over',
  '/begin-for-another/sent',
  '/begin-for-another/confirm',
  '/begin-for-another/done',
  '/begin-for-another/taken',
  '/begin-for-another/link-over',
  '/newsletter/sent',
  '/newsletter/problem',
  '/newsletter/confirm',
  '/newsletter/confirmed',
  '/newsletter/unsubscribe',
  '/newsletter/unsubscribed',
  '/newsletter/link-over',
])

/** The entry of SCREENS for this path, or null; all ids share one. */
export function screenAddress(path: string): string | null {
  if (/^\/medical-results\/\d{1,16}$/.test(path)) return '/medical-results/:id'
  return SCREENS.has(path) ? path : null
}

/** The page of the events list that an address asks for; 1 for all other pages. */
export function eventPageOf(path: string, search: string): number {
  const isListing = LISTING.test(pathOfPage(path))
  return isListing ? readPageNumber(new URLSearchParams(search).get('page')) : 1
}

/**
 * The cache key of a page rendered from the API, or of its data (`/_.data`); null for others. Made of
 * what the page reads from its address, so that two addresses that show the same share one.
 */
export function liveAddress(path: string, search: string, bounds: AddressBounds): string | null {
  const page = pathOfPage(path)
  const live = LIVE_PAGES.find(({ pattern }) => pattern.test(page))
  if (!live) return null
  const address = path.replace(/^\/event\/0+(?=\d)/, '/event/')
  if (search === '' || !live.read) return address
  const filters = Object.entries(live.read(new URLSearchParams(search), bounds))
  const query = new URLSearchParams(filters.filter(([, value]) => value !== ''))
  return query.size > 0 ? `${address}?${query}` : address
}

function readListing(query: URLSearchParams, { lastEventPage }: AddressBounds): Filters {
  const { by, date, location, kinds, only } = readSearch(query)
  const page = boundedPage(readPageNumber(query.get('page')), lastEventPage)
  const usual = location !== '' && date === '' ? 'location' : 'date'
  return {
    by: by === usual ? '' : by,
    date,
    location,
    for: kinds.join(','),
    only: only.join(','),
    page: page > 1 ? String(page) : '',
  }
}

function readTellMe(query: URLSearchParams): Filters {
  const { location, miles, problems } = readAlertForm(query)
  const isUsual = miles === USUAL_MILES
  return { location, miles: isUsual ? '' : String(miles), problem: problems.join(',') }
}

function readNewsPage(query: URLSearchParams, { readNews }: AddressBounds): Filters {
  const { archive, page } = readNews(query)
  return { archive, page: page > 1 ? String(page) : '' }
}

/** Whether the address is one of many: it holds words that somebody typed, or a later page. */
export function isSearchAddress(live: string): boolean {
  return /[?&](location|page)=/.test(live)
}

/** Whether the address is one of few, a page as the menu leads to it: neither filtered nor of one event. */
export function isUsualAddress(live: string): boolean {
  return !live.includes('?') && !EVENT.test(pathOfPage(live))
}

/** Events that a page rendered from the API, or its data, shows. */
export function eventsShown(path: string): About {
  const page = pathOfPage(path)
  const id = EVENT.exec(page)?.[1]
  if (id !== undefined) return Number(id)
  const ofAll = page === '/' || page === '/book-event-main' || STATISTICS.test(page)
  return ofAll ? 'all events' : 'no event'
}

export function isCheckout(address: string): boolean {
  return /^\/checkout(\?|$)/.test(address)
}

function pathOfPage(path: string): string {
  if (path === '/_.data') return '/'
  return path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
}

export function isOffice(path: string): boolean {
  return /^\/office(\/|$)/.test(path)
}

/** The door's screen of an event. */
export function isDayScreen(path: string): boolean {
  return /^\/office\/days\/\d+$/.test(path)
}

export function isForPrograms(path: string): boolean {
  return /^\/(api|auth|forms|assets)(\/|$)/.test(path)
}

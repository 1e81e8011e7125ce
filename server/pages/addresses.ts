import type { About } from '../cache/response-cache.ts'

const EVENT = /^\/event\/(\d{1,10})$/
const STATISTICS = /^\/information-hub\/statistics$/

/** Query keys that change the page; all others are dropped from the cache key. */
const LIVE_PAGES: { pattern: RegExp; keys: readonly string[] }[] = [
  { pattern: /^\/$/, keys: [] },
  {
    pattern: /^\/book-event-main$/,
    keys: ['by', 'date', 'location', 'for', 'only', 'page'],
  },
  { pattern: /^\/tell-me$/, keys: ['location', 'miles', 'problem'] },
  { pattern: /^\/news(\/patient-journey)?$/, keys: ['archive', 'page'] },
  { pattern: /^\/(contact-us|events\/host-a-day)$/, keys: ['sent'] },
  { pattern: STATISTICS, keys: [] },
  { pattern: EVENT, keys: [] },
]

const MAX_VALUE_LENGTH = 80

/** Pages that load personal data in the browser; the response is the same for everyone. */
export const SCREENS: ReadonlySet<string> = new Set([
  '/login',
  '/signup',
  '/signup-success',
  '/reset-password',
  '/book-event',
  '/waiting-list',
  '/booking-success',
  '/checkout',
  '/check-nhs-number',
  '/test-consent',
  '/portal',
  '/portal/my-data',
  '/portal/consents',
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

/** The cache key of a page rendered from the API, or of its data (`/_.data`); null for others. */
export function liveAddress(path: string, search: string): string | null {
  const page = pathOfPage(path)
  const live = LIVE_PAGES.find(({ pattern }) => pattern.test(page))
  if (!live) return null
  if (search === '' || live.keys.length === 0) return path
  const asked = new URLSearchParams(search)
  const query = new URLSearchParams()
  for (const key of live.keys) {
    const value = asked.getAll(key).join(',').trim()
    if (value !== '') query.set(key, value.slice(0, MAX_VALUE_LENGTH))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** Whether the address holds words that somebody typed. */
export function isPlaceSearch(live: string): boolean {
  return live.includes('location=')
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

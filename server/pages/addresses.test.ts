import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAlertForm } from '../../domain/near-alerts.ts'
import { readPageNumber, readSearch } from '../../domain/search-events.ts'
import { readNewsQuery } from '../../web/news/news-query.ts'
import {
  type AddressBounds,
  eventPageOf,
  eventsShown,
  isForPrograms,
  isSearchAddress,
  liveAddress as liveAddressWithin,
  screenAddress,
} from './addresses.ts'

const BOUNDS: AddressBounds = { lastEventPage: 3, readNews: readNewsQuery }
const liveAddress = (path: string, search: string) => liveAddressWithin(path, search, BOUNDS)

describe('the cache key of a page', () => {
  test.each([
    ['/', '', '/'],
    ['/', '?utm_source=mail', '/'],
    ['/_.data', '?_routes=home', '/_.data'],
    ['/event/7', '?from=mail', '/event/7'],
    ['/event/7.data', '', '/event/7.data'],
    ['/book-event-main', '', '/book-event-main'],
    ['/book-event-main', '?date=today&utm=1', '/book-event-main?date=today'],
    [
      '/book-event-main',
      '?location=Leeds&date=today',
      '/book-event-main?date=today&location=Leeds',
    ],
    ['/book-event-main', '?date=&location=+', '/book-event-main'],
    ['/book-event-main', '?by=date&date=whenever&for=golf&only=free&page=x', '/book-event-main'],
    ['/book-event-main', '?location=+St%20%09Ives+', '/book-event-main?location=St+Ives'],
    ['/book-event-main', '?page=9999', '/book-event-main?page=4'],
    ['/event/0007', '', '/event/7'],
    ['/tell-me', '?miles=20&problem=phone', '/tell-me'],
    [
      '/tell-me',
      '?miles=10&problem=email,x,location',
      '/tell-me?miles=10&problem=location%2Cemail',
    ],
    ['/contact-us', '?sent=any', '/contact-us?sent=1'],
    ['/contact-us', '?about=data&n=1', '/contact-us?about=data'],
    ['/contact-us', '?about=other', '/contact-us'],
    ['/news', '?archive=August&page=0', '/news'],
    ['/book-event-main', '?page=2&for=corporate&utm=1', '/book-event-main?for=corporate&page=2'],
    ['/tell-me', '?location=CM1&utm=1', '/tell-me?location=CM1'],
    ['/news', '?page=2&archive=2023-08&utm=1', '/news?archive=2023-08&page=2'],
    ['/news/patient-journey.data', '?page=2', '/news/patient-journey.data?page=2'],
    [
      '/book-event-main.data',
      '?for=community&for=corporate',
      '/book-event-main.data?for=community%2Ccorporate',
    ],
  ])('of %s%s is %s', (path, search, address) => {
    expect(liveAddress(path, search)).toBe(address)
  })

  test('does not depend on unknown query keys', () => {
    const address = liveAddress('/book-event-main', `?location=${'x'.repeat(5000)}`)
    expect(address?.length).toBeLessThan(150)
  })

  test.each([
    '/about-us',
    '/news/patient-journey/graham',
    '/event/abc',
    '/event/',
    '/event/7/8',
    '/event/12345678901',
    '/events',
  ])('is none for %s, which is not rendered from the API', (path) => {
    expect(liveAddress(path, '')).toBeNull()
  })
})

describe('however an address is written', () => {
  const words = fc.constantFrom(
    '',
    'x',
    'today',
    'next-week',
    'Leeds',
    ' Leeds',
    'community',
    'free',
    '2',
    '99',
    '99999',
    '10',
    '20',
    '2023-08',
    '2023-99',
    'location',
    'email',
    'location,email',
    'date',
  )
  const names = [
    'by',
    'date',
    'location',
    'for',
    'only',
    'page',
    'archive',
    'miles',
    'problem',
    'sent',
  ]
  const queries = fc
    .array(fc.tuple(fc.constantFrom(...names, 'utm', 'z'), fc.oneof(words, fc.string())), {
      maxLength: 6,
    })
    .map((pairs) => new URLSearchParams(pairs))

  const meaning = (path: string, query: URLSearchParams) => {
    if (path === '/book-event-main')
      return [readSearch(query), Math.min(readPageNumber(query.get('page')), 4)]
    if (path === '/tell-me') return readAlertForm(query)
    return path === '/news' ? readNewsQuery(query) : query.has('sent')
  }

  test.each(['/book-event-main', '/tell-me', '/news', '/contact-us'])(
    '%s has as many keys as its parser has values, and each key means what its address means',
    (path) => {
      const keyOf = new Map<string, string>()
      fc.assert(
        fc.property(queries, (query) => {
          const key = liveAddress(path, `?${query}`) ?? ''
          const value = JSON.stringify(meaning(path, query))
          expect(keyOf.get(value) ?? key).toBe(key)
          keyOf.set(value, key)
          const [, again = ''] = key.split('?')
          expect(JSON.stringify(meaning(path, new URLSearchParams(again)))).toBe(value)
          expect(liveAddress(path, `?${again}`)).toBe(key)
        }),
        { numRuns: 2_000 },
      )
    },
  )

  test('only typed words and later pages are endlessly many', () => {
    expect(['/tell-me?location=CM1', '/news?page=2'].map(isSearchAddress)).toEqual([true, true])
    expect(isSearchAddress('/book-event-main?by=location&date=today')).toBe(false)
  })

  test('only the list of events needs to know its last page', () => {
    const pages = [
      ['/book-event-main.data', '?page=7'],
      ['/book-event-main', '?page=x'],
      ['/news', '?page=7'],
    ] as const
    expect(pages.map(([path, search]) => eventPageOf(path, search))).toEqual([7, 1, 1])
  })
})

test('a page is about one event, about all or about none', () => {
  expect(['/event/7', '/event/7.data'].map(eventsShown)).toEqual([7, 7])
  const ofAll = [
    '/',
    '/_.data',
    '/book-event-main',
    '/book-event-main.data',
    '/information-hub/statistics',
  ]
  expect(new Set(ofAll.map(eventsShown))).toEqual(new Set(['all events']))
  const ofNone = ['/news', '/news.data', '/contact-us', '/news/patient-journey']
  expect(new Set(ofNone.map(eventsShown))).toEqual(new Set(['no event']))
})

test('addresses of programs and of readers are distinguished', () => {
  expect(['/api/nothing', '/api', '/auth/v1/x', '/assets/old.js'].map(isForPrograms)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['/', '/apian', '/authors', '/login'].some(isForPrograms)).toBe(false)
})

test.each([
  ['/portal', '/portal'],
  ['/medical-results', '/medical-results'],
  ['/medical-results/17', '/medical-results/:id'],
  ['/medical-results/abc', null],
  ['/medical-results/17/18', null],
  ['/medical-results/12345678901234567', null],
  ['/about-us', null],
])('the screen at %s is kept as %s', (path, screen) => {
  expect(screenAddress(path)).toBe(screen)
})

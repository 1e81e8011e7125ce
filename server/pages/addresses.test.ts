import { describe, expect, test } from 'vitest'
import { eventsShown, isForPrograms, liveAddress, screenAddress } from './addresses.ts'

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

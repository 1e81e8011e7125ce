import { expect, test } from 'vitest'
import { bannerState, isShownAt } from './banners.ts'

test.each([
  ['site', null, '/', true],
  ['site', null, '/portal', true],
  ['portal', null, '/portal/my-data', true],
  ['portal', null, '/medical-results/12', true],
  ['portal', null, '/portals', false],
  ['portal', null, '/', false],
  ['event', 12, '/event/12', true],
  ['event', 12, '/event/012/begin-for-another', true],
  ['event', 12, '/event/123', false],
  ['event', 12, '/book-event?event=12', true],
  ['event', 12, '/book-event?event=1', false],
  ['event', 12, '/news', false],
  ['office', null, '/', false],
] as const)('one of %s %s at %s: %s', (place, event_id, address, isShown) => {
  const { pathname, search } = new URL(address, 'https://chaps.example')
  expect(isShownAt({ place, event_id }, pathname, search)).toBe(isShown)
})

test('it is shown from its start until just before its end', () => {
  const at = (minute: number) => new Date(Date.UTC(2027, 0, 12, 9, minute))
  const state = (minute: number) => bannerState({ from: at(10), until: at(20) }, at(minute))
  expect([9, 10, 19, 20].map(state)).toEqual(['planned', 'shown', 'shown', 'over'])
})

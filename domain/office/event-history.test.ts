import { expect, test } from 'vitest'
import { historyInWords } from './event-history.ts'

test.each([
  ['event published', {}, 'Published.'],
  ['booking closed', { reason: 'One is ill.' }, 'Booking closed. One is ill.'],
  ['failed items retried', {}, 'Failed items retried.'],
  [
    'event changed',
    {
      before: { city: 'Leeds', pricePence: 2000, latitude: 1.5, longitude: 2, changedBy: 1 },
      after: { city: 'York', pricePence: null, latitude: 2.5, longitude: 3, changedBy: 2 },
    },
    'Town: ‘Leeds’, now ‘York’. Price in pounds: £20.00, now empty. Pin on the map.',
  ],
  [
    'event changed',
    {
      before: { startsAt: '2027-03-06T10:00:00.000Z' },
      after: { startsAt: '2027-03-06T11:00:00.000Z' },
    },
    'Start: 10:00 on Saturday 6 March 2027, now 11:00 on Saturday 6 March 2027.',
  ],
  ['event changed', { before: {}, after: { changedBy: 3 } }, 'Saved without changes.'],
  ['event changed', { before: {}, after: { accessCode: 'changed' } }, 'Access code.'],
])('%s %o', (action, details, text) => {
  expect(historyInWords({ action, details })).toBe(text)
})

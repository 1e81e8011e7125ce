import { expect, it } from 'vitest'
import { headingOf, linkToAlert } from './nearby.server.ts'

it.each([
  ['near', 3, '3 events near CM1', null],
  ['near', 1, '1 event near CM1', null],
  ['named', 2, '2 events for ‘CM1’', null],
  [
    'nearest',
    3,
    'No upcoming events found near CM1',
    'There are no events within 30 miles. The nearest 3:',
  ],
  [
    'soonest',
    3,
    'No upcoming events found for ‘CM1’',
    'We could not find this place. Try a postcode. These are the next 3:',
  ],
] as const)('says what was found: %s, %i', (found, total, title, instead) => {
  expect(headingOf({ found, place: 'CM1', total }, false)).toEqual({ title, instead })
})

it('says that the choices narrowed it', () => {
  expect(headingOf({ found: 'nearest', place: 'CM1', total: 3 }, true).instead).toContain(
    'that match your choices',
  )
})

it('asks for a town where postcodes are not known', () => {
  expect(headingOf({ found: 'soonest', place: 'bt1 1aa', total: 3 }, false).instead).toContain(
    'Try a town',
  )
})

it.each([
  ['near', '/tell-me?location=CM1+4AB'],
  ['nearest', '/tell-me?location=CM1+4AB'],
  ['named', '/tell-me'],
  ['soonest', '/tell-me'],
] as const)('offers an alert when the place is %s, with a place that is known', (found, href) => {
  expect(linkToAlert({ found, place: 'CM1 4AB' }).href).toBe(href)
})

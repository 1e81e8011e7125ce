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

it.each([
  ['bt1 1aa', 'Northern Ireland'],
  ['je2 3ab', 'Channel Islands'],
  ['GY1', 'Channel Islands'],
  ['im1 1aa', 'Isle of Man'],
  ['bfpo 57', 'BFPO'],
  ['BF1 2AA', 'BFPO'],
])('asks for a town where postcodes are not known: %s', (place, words) => {
  const { instead } = headingOf({ found: 'soonest', place, total: 3 }, false)
  expect(instead).toContain(words)
  expect(instead).toMatch(/Try (a|the) town/)
})

it('says which town was taken for what was typed', () => {
  const found = {
    found: 'near',
    place: 'Colchester',
    total: 3,
    corrected_from: 'colchestre',
  } as const
  expect(headingOf(found, false)).toEqual({
    title: '3 events near Colchester',
    instead: 'We could not find ‘colchestre’, so we searched for Colchester.',
  })
})

it.each([
  ['near', '/tell-me?location=CM1+4AB'],
  ['nearest', '/tell-me?location=CM1+4AB'],
  ['named', '/tell-me'],
  ['soonest', '/tell-me'],
] as const)('offers an alert when the place is %s, with a place that is known', (found, href) => {
  expect(linkToAlert({ found, place: 'CM1 4AB' }).href).toBe(href)
})

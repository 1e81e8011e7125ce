import { expect, test } from 'vitest'
import type { Found } from '../../../domain/office/search-schemas.ts'
import { loneMember, suggestionsOf } from './suggestions.ts'

type Members = NonNullable<Found['members']>

const member = (id: number, isAlike = false): Members[number] => ({
  id,
  first_name: 'Dennis',
  last_name: 'Ashworth',
  email: null,
  phone: '07700 900134',
  town: 'Ely',
  postcode: 'CB7 4BB',
  date_of_birth: '1950-10-15',
  next_appointment: { event_id: 1, event_name: 'Ely', date: '2027-01-26', time: '10:20' },
  is_alike: isAlike,
})
const event = {
  event_id: 7,
  event_name: 'Ashworth Hall',
  event_date: '2027-01-26',
  city: 'Ely',
  state: 'published',
} as const
const found = (members: Members, events: Found['events'] = []): Found => ({
  members,
  events,
  payments: null,
})

test('a member’s line tells two of one name apart', () => {
  expect(suggestionsOf(found([member(1)]))).toEqual([
    {
      to: '/members/1',
      title: 'Dennis Ashworth',
      details:
        'Born 15 October 1950, Ely, CB7 4BB, 07700 900134, next: 26 January 2027, 10:20, Ely',
      isAlike: false,
    },
  ])
})

test('there are five lines at most, and events stay among many members', () => {
  const members = [1, 2, 3, 4, 5].map((id) => member(id))
  expect(suggestionsOf(found(members))).toHaveLength(5)
  const both = suggestionsOf(found(members, [event])).map(({ to }) => to)
  expect(both).toEqual(['/members/1', '/members/2', '/members/3', '/members/4', '/events/7'])
})

test('one member alone is opened at once, unless the name is only alike or an event matches', () => {
  expect(loneMember(found([member(1)]))).toBe('/members/1')
  expect(loneMember(found([member(1, true)]))).toBeNull()
  expect(loneMember(found([member(1), member(2, true)]))).toBeNull()
  expect(loneMember(found([member(1)], [event]))).toBeNull()
  expect(loneMember(found([]))).toBeNull()
})

import { describe, expect, test } from 'vitest'
import type { Wait } from '../../domain/waiting-list-schemas.ts'
import { offerEndInWords, ordinal, standing } from './waiting-text.ts'

const wait: Wait = {
  event_id: 7,
  event_name: 'Screening',
  event_date: '2027-01-16',
  status: 'waiting',
  joined_at: '2027-01-05T09:00:00.000Z',
  position: 3,
  waiting: 7,
  offer: null,
}

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [21, '21st'],
  [112, '112th'],
  [122, '122nd'],
])('%i is the %s', (n, word) => {
  expect(ordinal(n)).toBe(word)
})

describe('the standing of a member', () => {
  test('is a position among all', () => {
    expect(standing(wait)).toBe('You are 3rd of 7')
    expect(standing({ ...wait, position: 1 })).toBe('You are 1st of 7')
  })

  test('alone, without counting', () => {
    expect(standing({ ...wait, position: 1, waiting: 1 })).toContain('the only person waiting')
  })

  test('has a text for every end', () => {
    const ends = [
      'offered',
      'booked',
      'left',
      'lapsed',
      'booked elsewhere',
      'booking closed',
    ] as const
    const words = ends.map((status) => standing({ ...wait, status, position: null }))
    expect(new Set(words).size).toBe(ends.length)
  })
})

test('an offer ends at a moment of London time', () => {
  const offer = { date: '2027-07-20', time: '10:00', until: '2027-07-06T08:00:00.000Z' }
  expect(offerEndInWords(offer)).toBe('09:00 on Tuesday 6 July 2027')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { examplePerson } from '../../test/app/example-day.ts'
import { paperPages, readTime, writtenAt } from './paper-list.ts'

describe('the printed list', () => {
  test('of 60 people takes 3 pages, and with notes 4', () => {
    const sixty = Array.from({ length: 60 }, () => examplePerson())
    expect(paperPages(sixty)).toHaveLength(3)
    const note = 'Comes with his brother, who interprets for him'
    const withNotes = sixty.map((one) => ({ ...one, support_note: note }))
    expect(paperPages(withNotes)).toHaveLength(4)
    expect(paperPages([])).toEqual([[]])
  })

  test('has everybody once and in order, and no empty page', () => {
    const notes = fc.array(fc.nat(500), { minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(notes, (lengths) => {
        const people = lengths.map((length, id) =>
          examplePerson({ appointment_id: id, support_note: 'x'.repeat(length) }),
        )
        const pages = paperPages(people)
        expect(pages.flat()).toEqual(people)
        for (const page of pages) expect(page.length).toBeGreaterThan(0)
      }),
    )
  })
})

test.each([
  ['10:42', '10:42'],
  [' 9:05 ', '09:05'],
  ['905', '09:05'],
  ['1042', '10:42'],
  ['10.42', '10:42'],
  ['10 42', '10:42'],
  ['24:00', null],
  ['10:60', null],
  ['10', null],
  ['soon', null],
  ['', null],
])('%j is the time %j', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

describe('a written time', () => {
  const evening = { date: '2027-01-26', start: '22:00' }
  test.each([
    ['22:00', '21:40', '2027-01-26T21:40:00.000Z'],
    ['23:40', '00:05', '2027-01-27T00:05:00.000Z'],
    ['00:20', '23:50', '2027-01-26T23:50:00.000Z'],
  ])('of slot %s and %s is %s', (slot, time, instant) => {
    expect(writtenAt(evening, slot, time).toISOString()).toBe(instant)
  })

  test('before the start of the day is on the same day', () => {
    const day = { date: '2027-07-06', start: '10:00' }
    expect(writtenAt(day, '10:00', '09:40').toISOString()).toBe('2027-07-06T08:40:00.000Z')
  })
})

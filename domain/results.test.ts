import { describe, expect, test } from 'vitest'
import { bandOf, isResultLate, retestOn, type TestRecords, testSteps } from './results.ts'

test.each([
  ['Green', 'Green'],
  [' amber ', 'Amber'],
  ['RED', 'Red'],
  ['Orange', null],
  ['0.84', null],
  ['', null],
  [null, null],
  [undefined, null],
])('a record that says %j has the band %j', (written, band) => {
  expect(bandOf(written)).toBe(band)
})

describe('the next test is due', () => {
  test.each([
    ['two years later', '2026-09-19', 24, '2028-09-19'],
    ['in the next year', '2026-11-30', 3, '2027-02-28'],
    ['on 29 February where there is one', '2027-11-30', 3, '2028-02-29'],
    ['in December, not in month 0', '2026-06-15', 6, '2026-12-15'],
  ])('%s', (_, sampled, months, due) => {
    expect(retestOn(sampled, months)).toBe(due)
  })

  test.each([
    [null, 12],
    ['2026-09-19', null],
    ['soon', 12],
    ['2026-02-30', 12],
    ['2026-09-19', 0],
    ['2026-09-19', 1.5],
    ['2026-09-19', 121],
  ])('never, when the record says %j and %j months', (sampled, months) => {
    expect(retestOn(sampled, months)).toBeNull()
  })
})

test('a result is late when three weeks have passed since the sample', () => {
  expect(isResultLate('2027-01-26', '2027-02-16')).toBe(false)
  expect(isResultLate('2027-01-26', '2027-02-17')).toBe(true)
})

describe('the steps of a test reach', () => {
  const appointment = {
    bookedAt: new Date('2026-09-02T10:00:00Z'),
    endsAt: new Date('2026-09-19T10:20:00Z'),
    sampledAt: null,
    isRecorded: false,
  }
  const result = {
    sampleDate: '2026-09-19',
    receivedDate: '2026-09-21',
    releasedAt: new Date('2026-09-28T09:00:00Z'),
    hasValue: true,
  }
  const at = (records: TestRecords, now: string) =>
    testSteps(records, new Date(now)).map(({ state, on }) => (on ? `${state} ${on}` : state))

  test('the booking while the appointment lies ahead', () => {
    expect(at({ appointment, result: null }, '2026-09-19T10:19:59Z')).toEqual([
      'now 2026-09-02',
      ...['ahead', 'ahead', 'ahead'],
    ])
  })

  test('the sample when it was recorded at the venue', () => {
    const sampledAt = new Date('2026-09-19T10:14:00Z')
    const sampled = { ...appointment, sampledAt, isRecorded: true }
    expect(at({ appointment: sampled, result: null }, '2026-09-19T10:15:00Z')).toEqual([
      'done 2026-09-02',
      'now 2026-09-19',
      ...['ahead', 'ahead'],
    ])
  })

  test('the booking when the day is over, with the sample unknown until somebody records it', () => {
    const later = '2026-09-19T10:20:00Z'
    expect(at({ appointment, result: null }, later)).toEqual([
      'now 2026-09-02',
      ...['unknown', 'ahead', 'ahead'],
    ])
    const absent = { ...appointment, isRecorded: true }
    expect(at({ appointment: absent, result: null }, later)[1]).toBe('ahead')
  })

  test('the lab when the lab has recorded a result that is not released', () => {
    const recorded = { ...result, releasedAt: null }
    const expected = ['done 2026-09-02', 'done 2026-09-19', 'now 2026-09-21', 'ahead']
    expect(at({ appointment, result: recorded }, '2026-09-27T00:00:00Z')).toEqual(expected)
    expect(at({ appointment, result }, '2026-09-28T08:59:59Z')).toEqual(expected)
  })

  test('the end when the result is released', () => {
    expect(at({ appointment, result }, '2026-09-28T09:00:00Z')).toEqual([
      'done 2026-09-02',
      'done 2026-09-19',
      'done 2026-09-21',
      'done 2026-09-28',
    ])
  })

  test('only the lab when the sample could not be read', () => {
    const unread = { ...result, hasValue: false }
    expect(at({ appointment, result: unread }, '2026-10-01T09:00:00Z')[2]).toBe('now 2026-09-21')
  })

  test('the lab, and nothing beyond it, when no number will follow', () => {
    const lost = { ...result, hasValue: false, isEnded: true }
    const steps = at({ appointment, result: lost }, '2026-10-01T09:00:00Z')
    expect(steps.slice(2)).toEqual(['done 2026-09-21', 'ahead'])
    expect(at({ appointment, result: lost }, '2026-09-27T09:00:00Z')[2]).toBe('now 2026-09-21')
  })

  test('the end, with the booking unknown, when there is no linked appointment', () => {
    const unlinked = { ...result, sampleDate: null, receivedDate: null }
    expect(at({ appointment: null, result: unlinked }, '2026-10-01T09:00:00Z')).toEqual([
      'unknown',
      'done',
      'done',
      'done 2026-09-28',
    ])
  })

  test('with London dates, not UTC dates', () => {
    const late = { ...appointment, bookedAt: new Date('2026-09-01T23:30:00Z') }
    expect(at({ appointment: late, result: null }, '2026-09-02T00:00:00Z')[0]).toBe(
      'now 2026-09-02',
    )
  })
})

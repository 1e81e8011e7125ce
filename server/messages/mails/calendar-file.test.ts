import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { ON_THE_DAY } from '../../../domain/preparation.ts'
import { exampleEvent } from '../../../test/app/example-event.ts'
import { type CalendarEntry, type CalendarTitle, calendarFile } from './calendar-file.ts'

const booked: CalendarEntry = {
  reference: 'K7QX-2M9P',
  startsAt: new Date('2027-01-16T10:20:00Z'),
  endsAt: new Date('2027-01-16T10:40:00Z'),
  status: 'booked',
  sequence: 0,
  changedAt: new Date('2027-01-02T09:00:00Z'),
  event: exampleEvent({
    event_name: 'Screening, in "Diss"; hall',
    latitude: 52.37,
    longitude: 1.1,
  }),
}

function read(entry: Partial<CalendarEntry> = {}, title: CalendarTitle = 'full') {
  const file = calendarFile({ ...booked, ...entry }, { publicUrl: 'https://chaps.example', title })
  const calendar = new ICAL.Component(ICAL.parse(file))
  const part = calendar.getFirstSubcomponent('vevent')
  if (!part) throw new Error('a calendar without an event')
  return { file, calendar, part, event: new ICAL.Event(part) }
}

describe('an appointment in a calendar', () => {
  test('has its time, its place and instructions', () => {
    const { calendar, part, event } = read()
    expect(event.startDate.toJSDate()).toEqual(booked.startsAt)
    expect(event.endDate.toJSDate()).toEqual(booked.endsAt)
    expect(event.summary).toBe('Total PSA Test, Screening, in "Diss"; hall')
    expect(event.location).toContain('Colchester')
    expect(event.description).toContain('K7QX-2M9P')
    expect(event.description).toContain('48 hours: Do not do hard exercise')
    expect(event.description).toContain(ON_THE_DAY)
    expect(part.getFirstPropertyValue('geo')).toEqual([52.37, 1.1])
    expect(part.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  })

  test('reminds a day before', () => {
    const alarm = read().part.getFirstSubcomponent('valarm')
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-P1D')
  })

  test('is the same instant during summer time', () => {
    const startsAt = new Date('2027-07-03T09:00:00Z')
    const { event } = read({ startsAt, endsAt: new Date('2027-07-03T09:20:00Z') })
    expect(event.startDate.toString()).toBe('2027-07-03T09:00:00Z')
  })

  test('has the same UID after a move, with the next sequence number', () => {
    const before = read().event
    const startsAt = new Date('2027-01-16T11:00:00Z')
    const after = read({ startsAt, endsAt: new Date('2027-01-16T11:20:00Z'), sequence: 1 }).event
    expect(after.uid).toBe(before.uid)
    expect([before.sequence, after.sequence]).toEqual([0, 1])
  })

  test('takes itself out when it is cancelled', () => {
    const { calendar, part } = read({ status: 'cancelled', sequence: 2 })
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(part.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(part.getFirstSubcomponent('valarm')).toBeNull()
  })

  test('says nothing of what is tested when the member wants that', () => {
    const { file, event } = read({}, 'neutral')
    expect(event.summary).toBe('Health appointment')
    expect(file).not.toMatch(/PSA|prostate|screening/i)
  })

  test('is without a place when the event has no address yet', () => {
    const nowhere = { address_line1: null, address_line2: null, city: null, state: null }
    const event = exampleEvent({ ...nowhere, postcode: null, country: null })
    expect(read({ event }).part.getFirstProperty('location')).toBeNull()
  })

  test('has lines that old readers can take', () => {
    expect(
      Math.max(
        ...read()
          .file.split('\r\n')
          .map((line) => Buffer.byteLength(line)),
      ),
    ).toBeLessThan(76)
  })
})

import {
  ICalAlarmType,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
} from 'ical-generator'
import type { EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import { BEFORE_THE_TEST, ON_THE_DAY, WAITS } from '../../../domain/preparation.ts'

/** Instants in UTC. */
export type CalendarEntry = {
  reference: string
  startsAt: Date
  endsAt: Date
  status: 'booked' | 'cancelled'
  /** A calendar shows the entry with the highest (RFC 5545 §3.8.7.4). */
  sequence: number
  changedAt: Date
  event: EventDetails
}

/** 'neutral' does not say what is tested, because others may see the calendar. */
export type CalendarTitle = 'full' | 'neutral'

const DAY_SECONDS = 86_400
const ADVICE = [
  ...WAITS.map(([wait, text]) => `${wait}: ${text}`),
  BEFORE_THE_TEST,
  ON_THE_DAY,
].join('\n')

export function calendarFile(
  entry: CalendarEntry,
  { publicUrl, title }: { publicUrl: string; title: CalendarTitle },
): string {
  const { reference, startsAt, endsAt, sequence, changedAt, event } = entry
  const isBooked = entry.status === 'booked'
  const { hostname } = new URL(publicUrl)
  const portal = `${publicUrl}/upcoming-events`
  const calendar = new ICalCalendar({
    prodId: { company: 'CHAPS', product: 'Appointments', language: 'EN' },
    method: isBooked ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
  })
  const about = `Booking reference: ${reference}\nTo change or cancel: ${portal}`
  calendar.createEvent({
    id: `${reference}@${hostname}`,
    sequence,
    stamp: changedAt,
    start: startsAt,
    end: endsAt,
    summary: title === 'full' ? `${event.product_name}, ${event.event_name}` : 'Health appointment',
    description: title === 'full' && isBooked ? `${about}\n\n${ADVICE}` : about,
    location: locationOf(event),
    organizer: { name: 'CHAPS', email: event.contact_email ?? `no-reply@${hostname}` },
    status: isBooked ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    busystatus: isBooked ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
    url: portal,
    ...(isBooked && { alarms: [{ type: ICalAlarmType.display, triggerBefore: DAY_SECONDS }] }),
  })
  return calendar.toString()
}

function locationOf(event: EventDetails) {
  const address = eventAddress(event)
  if (address === '') return null
  const { latitude, longitude } = event
  if (latitude === null || longitude === null) return address
  return { title: address, geo: { lat: latitude, lon: longitude } }
}

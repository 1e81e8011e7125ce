import type { CharityEvent } from './contract.ts'
import { eventEnd, eventStart } from './events.ts'
import { ukDate, ukTime } from './uk-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** One appointment's time: London date and 'HH:mm' of its start, and the instants it runs between. */
export type Slot = { date: string; time: string; startsAt: Date; endsAt: Date }

/**
 * The event's slots in order of time: every `session_duration` real minutes from its start (spec §4).
 * After midnight they carry the next date. Empty when nothing fits.
 */
export function generateSlots(event: CharityEvent): Slot[] {
  return startsOf(event)
    .filter((start) => !isRepeatedOnTheClock(start))
    .map((start) => slotAt(event, start))
}

/**
 * How many of `total` places each of `slots` slots gets, in order of time: an equal share, and one
 * more for the first ones until all are dealt (design §3a).
 */
export function dealPlaces(total: number, slots: number): number[] {
  const share = Math.floor(total / slots)
  return Array.from({ length: slots }, (_, place) => share + (place < total % slots ? 1 : 0))
}

/** The slot at 'HH:mm' London time, on the given date when there is one; null when it is none of the event's. */
export function findSlot(event: CharityEvent, time: string, date?: string): Slot | null {
  // The clock is read once for each slot, and no more than that: every request to book comes by here.
  const start = startsOf(event).find(
    (start) =>
      ukTime(new Date(start)) === time &&
      !isRepeatedOnTheClock(start) &&
      (date === undefined || ukDate(new Date(start)) === date),
  )
  return start === undefined ? null : slotAt(event, start)
}

/** The heading under which a time ('HH:mm') is shown. */
export function partOfDay(time: string): 'Morning' | 'Afternoon' | 'Evening' {
  if (time < '12:00') return 'Morning'
  return time < '17:00' ? 'Afternoon' : 'Evening'
}

/** Instants, in milliseconds, at which slots start, those included that the clock shows twice. */
function startsOf(event: CharityEvent): number[] {
  if (event.session_duration <= 0) return []
  const length = event.session_duration * MINUTE
  const end = eventEnd(event).getTime()
  const starts: number[] = []
  // Only whole slots: an appointment ends a session after it starts (spec §4), and nobody is left
  // to take blood when the event is over.
  for (let start = eventStart(event).getTime(); start + length <= end; start += length) {
    starts.push(start)
  }
  return starts
}

function slotAt(event: CharityEvent, start: number): Slot {
  const startsAt = new Date(start)
  return {
    date: ukDate(startsAt),
    time: ukTime(startsAt),
    startsAt,
    endsAt: new Date(start + event.session_duration * MINUTE),
  }
}

/**
 * Whether clocks showed this very time an hour ago, as they do in October. Slots are named by date
 * and 'HH:mm' everywhere, so a second 01:20 could be neither chosen nor told from the first.
 */
function isRepeatedOnTheClock(start: number): boolean {
  return ukTime(new Date(start)) === ukTime(new Date(start - HOUR))
}

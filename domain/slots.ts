import type { EventDetails } from './contract.ts'
import { HOUR_MS, MINUTE_MS } from './durations.ts'
import { type EventTimes, eventEnd, eventStart } from './events.ts'
import { ukDate, ukTime } from './uk-time.ts'

type Sessions = EventTimes & Pick<EventDetails, 'session_duration'>

/** `date` and `time` ('HH:mm') in London. */
export type Slot = { date: string; time: string; startsAt: Date; endsAt: Date }

/** One slot per `session_duration` elapsed minutes (rules §1.4); empty when none fits. */
export function generateSlots(event: Sessions): Slot[] {
  return startsOf(event)
    .filter((start) => !isRepeatedOnTheClock(start))
    .map((start) => slotAt(event, start))
}

/** Equal shares of `total` places; the earliest slots get the remainder (rules §1.4). */
export function distributePlaces(total: number, slots: number): number[] {
  const share = Math.floor(total / slots)
  return Array.from({ length: slots }, (_, place) => share + (place < total % slots ? 1 : 0))
}

/** The slot at 'HH:mm' London time, on the given date if any; null when the event has none. */
export function findSlot(event: Sessions, time: string, date?: string): Slot | null {
  // Hot path: computes one London time per slot.
  const start = startsOf(event).find(
    (start) =>
      ukTime(new Date(start)) === time &&
      !isRepeatedOnTheClock(start) &&
      (date === undefined || ukDate(new Date(start)) === date),
  )
  return start === undefined ? null : slotAt(event, start)
}

export function partOfDay(time: string): 'Morning' | 'Afternoon' | 'Evening' {
  if (time < '12:00') return 'Morning'
  return time < '17:00' ? 'Afternoon' : 'Evening'
}

function startsOf(event: Sessions): number[] {
  if (event.session_duration <= 0) return []
  const length = event.session_duration * MINUTE_MS
  const end = eventEnd(event).getTime()
  const starts: number[] = []
  for (let start = eventStart(event).getTime(); start + length <= end; start += length) {
    starts.push(start)
  }
  return starts
}

function slotAt(event: Sessions, start: number): Slot {
  const startsAt = new Date(start)
  return {
    date: ukDate(startsAt),
    time: ukTime(startsAt),
    startsAt,
    endsAt: new Date(start + event.session_duration * MINUTE_MS),
  }
}

/** Slots are identified by date and 'HH:mm', so the second 01:20 in October is left out. */
function isRepeatedOnTheClock(start: number): boolean {
  return ukTime(new Date(start)) === ukTime(new Date(start - HOUR_MS))
}

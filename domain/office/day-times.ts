import { addDays, ukInstant } from '../uk-time.ts'
import type { Day, DayPerson } from './day-shapes.ts'

type Times = Pick<Day['event'], 'date' | 'start' | 'session_minutes'>

/** The instant of 'HH:mm' at the event; a time before its start is after midnight. */
export function instantAt({ date, start }: Omit<Times, 'session_minutes'>, time: string): Date {
  return ukInstant(time < start ? addDays(date, 1) : date, time)
}

/** Whether the slot has passed and the member has not arrived. */
export function isLate(
  { state, is_booked: isBooked, time }: Pick<DayPerson, 'state' | 'is_booked' | 'time'>,
  event: Times,
  now: Date,
): boolean {
  if (state !== 'expected' || !isBooked) return false
  return now.getTime() >= instantAt(event, time).getTime() + event.session_minutes * 60_000
}

/** By slot, then by last and first name. */
export function inListOrder<T extends Pick<DayPerson, 'time' | 'first_name' | 'last_name'>>(
  people: readonly T[],
  event: Times,
): T[] {
  const starts = new Map<string, number>()
  for (const { time } of people)
    if (!starts.has(time)) starts.set(time, instantAt(event, time).getTime())
  const startOf = ({ time }: T) => starts.get(time) ?? 0
  return [...people].sort(
    (a, b) =>
      startOf(a) - startOf(b) ||
      NAMES.compare(a.last_name, b.last_name) ||
      NAMES.compare(a.first_name, b.first_name),
  )
}

const NAMES = new Intl.Collator('en')

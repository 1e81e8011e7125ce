import { MINUTE_MS } from '../durations.ts'
import { ukTime } from '../uk-time.ts'
import type { DayPerson } from './day-schemas.ts'

const QUARTER_MS = 15 * MINUTE_MS
const LATELY_MS = 30 * MINUTE_MS

/** Whole minutes. */
export type Waits = { count: number; median: number; longest: number }
export type DayFigures = {
  expected: number
  /** Everybody who came. */
  arrived: number
  waiting: number
  /** With a sample, or with a reason why there is none. */
  done: number
  /** Of those who wait now; null when nobody does. */
  waitingNow: Waits | null
  /** From arrival to the end, of those who were done in the last half hour; null for nobody. */
  seenLately: Waits | null
  /** By quarter of an hour in London time, from the first arrival to the last. */
  arrivals: { from: string; count: number }[]
}

type Person = Pick<DayPerson, 'state' | 'is_booked' | 'since' | 'arrived_at'>

/** How the day goes, by what this device knows. */
export function dayFigures(people: readonly Person[], now: Date): DayFigures {
  const waiting = people.filter(({ state }) => state === 'arrived')
  const done = people.filter(({ state }) => state === 'sampled' || state === 'not_sampled')
  const arrivals = people.flatMap(({ arrived_at: at }) => (at === null ? [] : [Date.parse(at)]))
  return {
    expected: people.filter((one) => one.state === 'expected' && one.is_booked).length,
    arrived: waiting.length + done.length,
    waiting: waiting.length,
    done: done.length,
    waitingNow: waitsOf(waiting.map((one) => waitOf(one.arrived_at, now.getTime()))),
    seenLately: waitsOf(done.map((one) => seenWait(one, now))),
    arrivals: byQuarter(arrivals),
  }
}

/** Null for earlier ones, and where one time stands for both, as on a paper list. */
function seenWait({ since, arrived_at: arrivedAt }: Person, now: Date): number | null {
  if (since === null || since === arrivedAt) return null
  const doneAt = Date.parse(since)
  const isLately = doneAt > now.getTime() - LATELY_MS && doneAt <= now.getTime()
  return isLately ? waitOf(arrivedAt, doneAt) : null
}

function waitOf(from: string | null, until: number): number | null {
  return from === null ? null : Math.max(0, Math.floor((until - Date.parse(from)) / MINUTE_MS))
}

function waitsOf(all: readonly (number | null)[]): Waits | null {
  const waits = all.flatMap((wait) => wait ?? []).sort((a, b) => a - b)
  const [lower, upper, longest] = [
    (waits.length - 1) >> 1,
    waits.length >> 1,
    waits.length - 1,
  ].map((place) => waits[place])
  if (lower === undefined || upper === undefined || longest === undefined) return null
  return { count: waits.length, median: Math.round((lower + upper) / 2), longest }
}

function byQuarter(times: readonly number[]): DayFigures['arrivals'] {
  if (times.length === 0) return []
  const quarters = times.map((time) => Math.floor(time / QUARTER_MS))
  const first = Math.min(...quarters)
  return Array.from({ length: Math.max(...quarters) - first + 1 }, (_, n) => ({
    from: ukTime(new Date((first + n) * QUARTER_MS)),
    count: quarters.filter((quarter) => quarter === first + n).length,
  }))
}

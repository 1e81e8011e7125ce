// All UK time zone logic. London dates are 'YYYY-MM-DD', times 'HH:mm', instants `Date`.
import { DAY_MS, HOUR_MS } from './durations.ts'

const londonHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
})
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

const aheadByHour = new Map<number, number>()
const MAX_CACHED_HOURS = 2_000

export function ukDate(at: Date): string {
  return londonWall(at).toISOString().slice(0, 10)
}

export function ukTime(at: Date): string {
  return londonWall(at).toISOString().slice(11, 16)
}

// A time skipped in spring means an hour later, a repeated one in autumn the first.
/** `time` is 'HH:mm' or 'HH:mm:ss'. Throws RangeError for an invalid date or time. */
export function ukInstant(date: string, time: string): Date {
  if (!isClockTime(time)) throw new RangeError(`Not a time of day: ${time}`)
  const wall = midnightUtc(date).getTime() + Date.parse(`1970-01-01T${time}Z`)
  // London never changes its offset twice within two days, so a neighbour's offset is right.
  const asTheDayBefore = new Date(wall - aheadOfUtc(new Date(wall - DAY_MS)))
  const asTheDayAfter = new Date(wall - aheadOfUtc(new Date(wall + DAY_MS)))
  if (londonWall(asTheDayBefore).getTime() === wall) return asTheDayBefore
  if (londonWall(asTheDayAfter).getTime() === wall) return asTheDayAfter
  return asTheDayBefore
}

/** Throws RangeError outside the years 0001 to 9999 or when n is not an integer. */
export function addDays(date: string, n: number): string {
  const later = new Date(midnightUtc(date).getTime() + n * DAY_MS).toISOString().slice(0, 10)
  if (!Number.isInteger(n) || !isCalendarDate(later)) {
    throw new RangeError(`Not a calendar date: ${n} days from ${date}`)
  }
  return later
}

/** ISO day of the week: Monday 1 to Sunday 7. */
export function weekday(date: string): number {
  return midnightUtc(date).getUTCDay() || 7
}

/** 'Saturday, 16 January 2027' (rules §8.4) */
export function longDate(date: string): string {
  const { weekday, day, month, year } = dateParts(date)
  return `${weekday}, ${day} ${month} ${year}`
}

export function dateParts(date: string): {
  weekday: string
  day: string
  month: string
  year: string
} {
  const midnight = midnightUtc(date)
  return {
    weekday: WEEKDAYS[midnight.getUTCDay()] ?? '',
    day: date.slice(8),
    month: MONTHS[midnight.getUTCMonth()] ?? '',
    year: date.slice(0, 4),
  }
}

/** 'DD/MM/YYYY' */
export function slashDate(date: string): string {
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** '11:20 on Tuesday 5 January 2027' */
export function momentInWords(at: Date): string {
  const date = ukDate(at)
  return `${ukTime(at)} on ${dateParts(date).weekday} ${dayInWords(date)}`
}

/** '5 January 2027' */
export function dayInWords(date: string): string {
  const { day, month, year } = dateParts(date)
  return `${Number(day)} ${month} ${year}`
}

export function isCalendarDate(date: string): boolean {
  return parseDate(date) !== null
}

function isClockTime(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time)
}

function midnightUtc(date: string): Date {
  const midnight = parseDate(date)
  if (!midnight) throw new RangeError(`Not a calendar date: ${date}`)
  return midnight
}

function parseDate(date: string): Date | null {
  // JavaScript accepts the year 0, databases do not.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(date)) return null
  const midnight = new Date(date)
  // Some engines read 30 February as 2 March.
  return midnight.getUTCDate() === Number(date.slice(8)) ? midnight : null
}

/** A Date whose UTC fields are London's wall clock. */
function londonWall(at: Date): Date {
  return new Date(at.getTime() + aheadOfUtc(at))
}

/** In milliseconds: whole hours, never negative. */
function aheadOfUtc(at: Date): number {
  const hour = Math.floor(at.getTime() / HOUR_MS)
  const cached = aheadByHour.get(hour)
  if (cached !== undefined) return cached
  const hours = (Number(londonHour.format(at)) - at.getUTCHours() + 24) % 24
  const ahead = hours < 12 ? hours * HOUR_MS : 0
  // Since 1970 every change has been on a whole UTC hour.
  if (hour >= 0) {
    if (aheadByHour.size >= MAX_CACHED_HOURS) aheadByHour.clear()
    aheadByHour.set(hour, ahead)
  }
  return ahead
}

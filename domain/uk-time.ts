// The only place that knows the United Kingdom's clocks. Everyone else holds instants (Date) or
// London wall-clock text: dates 'YYYY-MM-DD', times 'HH:mm'.

const HOUR = 3_600_000
const DAY = 24 * HOUR

// Made once: constructing a formatter costs about a hundred times what using it does.
const londonHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
})
const weekdayName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' })
const monthName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' })

// Asking the formatter was an eighth of the work in a rush of bookings: the same few days' hours, for
// every time of the event and every man.
const aheadInHour = new Map<number, number>()
const MOST_HOURS = 2_000

/** London date of an instant, 'YYYY-MM-DD'. */
export function ukDate(at: Date): string {
  return londonWall(at).toISOString().slice(0, 10)
}

/** London time of an instant, 'HH:mm', 00:00 to 23:59. */
export function ukTime(at: Date): string {
  return londonWall(at).toISOString().slice(11, 16)
}

/**
 * The instant at which clocks in London show this date and time ('HH:mm' or 'HH:mm:ss'). A time that
 * the clocks skip in spring means an hour later; of one they show twice in autumn, the first.
 * Throws RangeError for a date or time that does not exist on any clock.
 */
export function ukInstant(date: string, time: string): Date {
  if (!isClockTime(time)) throw new RangeError(`Not a time of day: ${time}`)
  const wall = midnightUtc(date).getTime() + Date.parse(`1970-01-01T${time}Z`)
  // London is never moved twice within two days, so one of its two neighbours' offsets is right.
  const asTheDayBefore = new Date(wall - aheadOfUtc(new Date(wall - DAY)))
  const asTheDayAfter = new Date(wall - aheadOfUtc(new Date(wall + DAY)))
  if (londonWall(asTheDayBefore).getTime() === wall) return asTheDayBefore
  if (londonWall(asTheDayAfter).getTime() === wall) return asTheDayAfter
  return asTheDayBefore
}

/**
 * The date n calendar days later (earlier when negative). Throws RangeError when it is in none of
 * the years 0001 to 9999, or n is no whole number.
 */
export function addDays(date: string, n: number): string {
  const later = new Date(midnightUtc(date).getTime() + n * DAY).toISOString().slice(0, 10)
  if (!Number.isInteger(n) || !isCalendarDate(later)) {
    throw new RangeError(`Not a calendar date: ${n} days from ${date}`)
  }
  return later
}

/** ISO day of the week: Monday 1 to Sunday 7. */
export function weekday(date: string): number {
  return midnightUtc(date).getUTCDay() || 7
}

/** 'Saturday, 16 January 2027': the specification's 'dddd, DD MMMM YYYY', day in two digits (§9). */
export function longDate(date: string): string {
  const { weekday, day, month, year } = dateParts(date)
  return `${weekday}, ${day} ${month} ${year}`
}

/** The words of a date: { weekday: 'Tuesday', day: '05', month: 'January', year: '2027' }. */
export function dateParts(date: string): {
  weekday: string
  day: string
  month: string
  year: string
} {
  const midnight = midnightUtc(date)
  return {
    weekday: weekdayName.format(midnight),
    day: date.slice(8),
    month: monthName.format(midnight),
    year: date.slice(0, 4),
  }
}

/** 'DD/MM/YYYY', as payment descriptions carry it (spec §3). */
export function slashDate(date: string): string {
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** An instant as a sentence says it, London time: '11:20 on Tuesday 5 January 2027'. */
export function momentInWords(at: Date): string {
  const date = ukDate(at)
  return `${ukTime(at)} on ${dateParts(date).weekday} ${dayInWords(date)}`
}

/** A date as a sentence says it, without its weekday: '5 January 2027'. */
export function dayInWords(date: string): string {
  const { day, month, year } = dateParts(date)
  return `${Number(day)} ${month} ${year}`
}

/** Whether the text is a day of the calendar, 'YYYY-MM-DD': '2027-02-29' and the year 0000 are not. */
export function isCalendarDate(date: string): boolean {
  // No calendar has a year 0, and no database takes one, but JavaScript does.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date.startsWith('0000')) return false
  const midnight = new Date(`${date}T00:00:00Z`)
  // Some engines read 30 February as 2 March, others as no date at all.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}

function isClockTime(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time)
}

function midnightUtc(date: string): Date {
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${date}`)
  return new Date(`${date}T00:00:00Z`)
}

/** A Date whose UTC fields read as London's clocks do at this instant. */
function londonWall(at: Date): Date {
  return new Date(at.getTime() + aheadOfUtc(at))
}

/**
 * Milliseconds that London is ahead of UTC: whole hours, never behind, since railway time (1847). The
 * minute by which its own time was behind before then is not counted.
 */
function aheadOfUtc(at: Date): number {
  const hour = Math.floor(at.getTime() / HOUR)
  const known = aheadInHour.get(hour)
  if (known !== undefined) return known
  const hours = (Number(londonHour.format(at)) - at.getUTCHours() + 24) % 24
  const ahead = hours < 12 ? hours * HOUR : 0
  // In living memory clocks were only ever changed when an hour of UTC began.
  if (hour >= 0) {
    if (aheadInHour.size >= MOST_HOURS) aheadInHour.clear()
    aheadInHour.set(hour, ahead)
  }
  return ahead
}

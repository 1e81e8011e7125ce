// Beyond the years in bank-holidays.ts only weekends are excluded.
import { BANK_HOLIDAYS } from './bank-holidays.ts'
import { addDays, weekday } from './uk-time.ts'

/** Whether 'YYYY-MM-DD' is a business day. Throws RangeError for an invalid date. */
export function isBusinessDay(date: string): boolean {
  return weekday(date) <= 5 && !BANK_HOLIDAYS[date.slice(0, 4)]?.includes(date)
}

/** 2 before a Tuesday is the Friday. */
export function businessDaysBefore(date: string, n: number): string {
  return nthBusinessDay(date, n, -1)
}

/** The date itself does not count: 1 after a Friday is Monday. */
export function addBusinessDays(date: string, n: number): string {
  return nthBusinessDay(date, n, 1)
}

function nthBusinessDay(date: string, n: number, step: 1 | -1): string {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`Not a number of days: ${n}`)
  let day = date
  let counted = 0
  while (counted < n) {
    day = addDays(day, step)
    if (isBusinessDay(day)) counted += 1
  }
  return day
}

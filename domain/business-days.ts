// Business days in England and Wales, by London dates: Monday to Friday, bank holidays left out.
// Beyond the years of domain/bank-holidays.ts only weekends are left out.
import { BANK_HOLIDAYS } from './bank-holidays.ts'
import { addDays, weekday } from './uk-time.ts'

/** Whether banks work on this London date, 'YYYY-MM-DD'. Throws RangeError for no calendar date. */
export function isBusinessDay(date: string): boolean {
  return weekday(date) <= 5 && !BANK_HOLIDAYS[date.slice(0, 4)]?.includes(date)
}

/** The nth business day before this date: 2 before a Tuesday is the Friday, 1 before a Sunday too. */
export function businessDaysBefore(date: string, n: number): string {
  return nthBusinessDay(date, n, -1)
}

/** The nth business day after this date, which itself does not count: 1 after a Friday is Monday. */
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

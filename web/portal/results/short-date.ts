import { dateParts } from '../../../domain/uk-time.ts'

/** '19 Sep 2026'. */
export function shortDate(date: string): string {
  const { day, month, year } = dateParts(date)
  return `${Number(day)} ${month.slice(0, 3)} ${year}`
}

/** 'September 2028', for an approximate date. */
export function monthAndYear(date: string): string {
  const { month, year } = dateParts(date)
  return `${month} ${year}`
}

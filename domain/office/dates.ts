import { dateParts, dayInWords } from '../uk-time.ts'

/** 'Tuesday 5 January 2027': as moments are written, without the zero of the public pages. */
export function weekdayAndDate(date: string): string {
  return `${dateParts(date).weekday} ${dayInWords(date)}`
}

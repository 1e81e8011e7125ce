import { weekdayAndDate } from '../../../domain/office/dates.ts'

type Days = { from: string; until: string }

/** 'Tuesday 5 January 2027', or from it 'to Friday 8 January 2027'. */
export function daysInWords({ from, until }: Days): string {
  return from === until
    ? weekdayAndDate(from)
    : `${weekdayAndDate(from)} to ${weekdayAndDate(until)}`
}

export function tooFewInWords(days: Days): string {
  return `${daysInWords(days)}: fewer than two clinicians work, so a red result cannot have its second review.`
}

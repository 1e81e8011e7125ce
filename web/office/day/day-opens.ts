import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OpenDay } from '../../../domain/office/day-schemas.ts'
import { addDays } from '../../../domain/uk-time.ts'

export const NO_DAYS =
  'You have no events in the next two weeks. When the office assigns you to an event, it opens here a day before it starts.'

/** When a day that is not open yet opens for the venue: 24 hours before its start. */
export function opensInWords({ date, start }: Pick<OpenDay, 'date' | 'start'>): string {
  return `Opens on ${weekdayAndDate(addDays(date, -1))} at ${start}`
}

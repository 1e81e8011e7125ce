// The day of the appointment with a GP that a member enters with a result.
import { addDays, isCalendarDate } from './uk-time.ts'

const YEAR = 366

/** The sentence for a day that cannot be entered; null when it can. Days 'YYYY-MM-DD', London. */
export function gpDayFault(
  day: string,
  { sampleDate, today }: { sampleDate: string | null; today: string },
): string | null {
  if (!isCalendarDate(day)) return 'Enter the date of your GP appointment, for example 27 3 2027.'
  if (sampleDate !== null && day < sampleDate)
    return 'The date of your GP appointment must be after your test.'
  if (day > addDays(today, YEAR))
    return 'The date of your GP appointment must be in the next 12 months.'
  return null
}

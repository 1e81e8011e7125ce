// The day of the appointment with a GP that a member enters with a result.
import { addDays, isCalendarDate } from './uk-time.ts'

const YEAR = 366

/** The sentence for a day that cannot be entered; null when it can. Days 'YYYY-MM-DD', London. */
export function gpDayFault(
  day: string,
  { sampleDate, today }: { sampleDate: string | null; today: string },
): string | null {
  if (!isCalendarDate(day)) return 'Enter the day of your GP appointment, like 27 3 2027.'
  if (sampleDate !== null && day < sampleDate)
    return 'The day of your GP appointment must be after your test.'
  if (day > addDays(today, YEAR)) return 'The day of your GP appointment must be within a year.'
  return null
}

import type { TimesForStaff } from '../../../domain/office/booking-schemas.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'

export type TimeChoice = { value: string; label: string }

/**
 * In order, with the number of free places; a time whose only places are kept back says so, and one of
 * the next day its date.
 */
export function timesToChoose(
  { times }: TimesForStaff,
  { event_date: eventDate }: { event_date: string },
): TimeChoice[] {
  return times
    .filter((one) => one.free + one.kept_back > 0)
    .map(({ date, time, free }) => {
      const day = date === eventDate ? '' : ` on ${weekdayAndDate(date)}`
      return {
        value: `${date} ${time}`,
        label: `${time}${day}, ${free > 0 ? `${free} free` : 'kept back'}`,
      }
    })
}

export function timeOf(value: string): { date: string; time: string } {
  const [date = '', time = ''] = value.split(' ')
  return { date, time }
}

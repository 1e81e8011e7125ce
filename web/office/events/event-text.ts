import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { DaySummary, EventRow, OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type { EventState } from '../../../domain/office/events.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'

/** 'Closed by Mary at 16:10 on ...: of 38 booked 30 gave a sample (31 tubes), 2 without a sample, 6 did not attend'. */
export function dayInFigures(day: DaySummary): string {
  const { closed_at: closedAt, closed_by: by, arrived } = day
  const state = closedAt ? `Closed by ${by} at ${momentInWords(new Date(closedAt))}` : 'Not closed'
  const parts = [
    `${day.sampled} gave a sample (${counted(day.tubes, 'tube')})`,
    `${day.not_sampled} without a sample`,
    arrived > 0 ? `${arrived} arrived but not finished` : '',
    `${day.did_not_attend} did not attend`,
    day.expected > 0 ? `${day.expected} of whom nothing is recorded` : '',
  ]
  return `${state}: of ${day.booked} booked ${parts.filter(Boolean).join(', ')}`
}

export const STATE_WORDS: Record<EventState, { label: string; tone: 'good' | 'none' | 'bad' }> = {
  draft: { label: 'Draft', tone: 'none' },
  published: { label: 'Published', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
}

export function whenInWords({
  event_date: date,
  start_time: start,
  end_time: end,
}: Pick<EventRow, 'event_date' | 'start_time' | 'end_time'>): string {
  return `${weekdayAndDate(date)}, ${timesInWords(start, end)}`
}

/** '09:00 to 13:00' on one line. */
export function timesInWords(start: string, end: string): string {
  return `${start.slice(0, 5)}\u00a0to\u00a0${end.slice(0, 5)}`
}

/** The town and the whole postcode on one line. */
export function townInWords({ city, postcode }: Pick<EventRow, 'city' | 'postcode'>): string {
  return [city, postcode?.replaceAll(' ', '\u00a0')].filter(Boolean).join(' ')
}

/** '1 place', '2 places' */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Pence; null when neither the event nor its product has a price. */
export function chargePenceOf({
  price,
  product_price: usual,
}: Pick<OfficeEvent, 'price' | 'product_price'>): number | null {
  return price ?? usual
}

export function addressOf(
  event: Pick<OfficeEvent, 'address_line1' | 'address_line2' | 'city' | 'county' | 'postcode'>,
): string {
  const { address_line1: hall, address_line2: street, city, county, postcode } = event
  return [hall, street, city, county, postcode].filter(Boolean).join(', ')
}

/** 'January 2027' of '2027-01'. */
export function monthInWords(month: string): string {
  return dayInWords(`${month}-01`).replace(/^\S+ /, '')
}

import type { ChecklistItem, EventRow } from '../../../domain/office/event-shapes.ts'
import type { EventState } from '../../../domain/office/events.ts'
import { longDate } from '../../../domain/uk-time.ts'

export const STATE_WORDS: Record<EventState, { label: string; tone: 'good' | 'none' | 'bad' }> = {
  draft: { label: 'Draft', tone: 'none' },
  published: { label: 'Published', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
}

/** What publishing still needs, as a volunteer would say it. */
export const MISSING_WORDS: Record<ChecklistItem, string> = {
  event_date: 'A date that is not over',
  product: 'The product, which is the kind of test',
  lab: 'The laboratory',
  price: 'A price, of the event or of its product',
  payment_required: 'Yes or no to payment when booking',
  access_code: 'The access code of a private event',
  address: 'The hall or building and the town',
  postcode: 'The postcode',
  pin: 'The pin on the map',
  host_contact: 'The host: a name and a telephone number or e-mail address',
  places: 'At least one place',
}

export function isChecklistItem(item: unknown): item is ChecklistItem {
  return typeof item === 'string' && Object.hasOwn(MISSING_WORDS, item)
}

export function whenInWords({
  event_date: date,
  start_time: start,
  end_time: end,
}: Pick<EventRow, 'event_date' | 'start_time' | 'end_time'>): string {
  return `${longDate(date)}, ${start.slice(0, 5)} to ${end.slice(0, 5)}`
}

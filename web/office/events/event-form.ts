import type { Category } from '../../../domain/event-filters.ts'
import { mapValues } from '../../../domain/fields.ts'
import { EVENT_TEXTS } from '../../../domain/office/event-fields.ts'
import type { EventFields } from '../../../domain/office/event-schemas.ts'
import type { Break } from '../../../domain/office/events.ts'
import { isInUk, type Pin } from '../../../domain/office/pin.ts'
import type { SlotPlan } from '../../../domain/office/slot-plan.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { textIn } from '../parts/office-form.tsx'

export type EventForm = EventFields & { slot_plan: SlotPlan; access_code?: string }

/** What was typed, and what is wrong with it. Prices are typed in pounds and sent in pence. */
export function readEventForm(typed: FormData): { event: EventForm; errors: FieldError[] } {
  const errors: FieldError[] = []
  const wrong = (field: string, message: string) => void errors.push({ field, message })
  const idOrNull = (name: string) =>
    textIn(typed, name) === '' ? null : Number(textIn(typed, name))

  const pin = readPin(textIn(typed, 'pin'))
  const price = readPrice(textIn(typed, 'price'))
  const hostShare = readPrice(textIn(typed, 'host_share'))
  const accessCode = textIn(typed, 'access_code')
  const event: EventForm = {
    ...mapValues(EVENT_TEXTS, (_, name) => textIn(typed, name) || null),
    event_name: required(typed, wrong)('event_name', 'Enter a name.'),
    ...readDay(typed, wrong),
    product_id: idOrNull('product_id'),
    lab_id: idOrNull('lab_id'),
    price: price ?? null,
    host_share: hostShare ?? 0,
    payment_required: readYesNo(textIn(typed, 'payment_required')),
    exclusive_for: readCategory(textIn(typed, 'exclusive_for')),
    is_private: typed.has('is_private'),
    ...(accessCode !== '' && { access_code: accessCode }),
    latitude: pin?.latitude ?? null,
    longitude: pin?.longitude ?? null,
  }
  if (price === undefined)
    wrong('price', 'Enter an amount in pounds, for example 25 or 25.50, or leave it empty.')
  if (hostShare === undefined)
    wrong('host_share', 'Enter an amount in pounds, for example 10 or 10.50, or leave it empty.')
  if (pin === undefined)
    wrong(
      'pin',
      'Enter the latitude and longitude of a place in the United Kingdom, for example 51.889, 0.904.',
    )
  return { event, errors }
}

type Wrong = (field: string, message: string) => void

/** The fields of DayFields; each error goes to `wrong`. */
export function readDay(
  typed: FormData,
  wrong: Wrong,
): Pick<EventForm, 'event_date' | 'slot_plan'> {
  const text = required(typed, wrong)
  const whole = (name: string, message: string, least: number) => {
    const value = textIn(typed, name)
    const number = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN
    if (Number.isNaN(number) || number < least) wrong(name, message)
    return number
  }
  const breaks = readBreaks(textIn(typed, 'slot_plan.breaks'))
  if (breaks === null)
    wrong('slot_plan.breaks', 'Enter breaks as 12:30-13:00, with commas between them.')
  return {
    event_date: text('event_date', 'Enter the date.'),
    slot_plan: {
      start: text('slot_plan.start', 'Enter when the first appointment starts.'),
      end: text('slot_plan.end', 'Enter when the last appointment ends.'),
      session_minutes: whole(
        'slot_plan.session_minutes',
        'Enter the length of an appointment in minutes, at least 5.',
        5,
      ),
      places_per_slot: whole(
        'slot_plan.places_per_slot',
        'Enter how many chairs there are, at least 1.',
        1,
      ),
      breaks: breaks ?? [],
      kept_back: whole('slot_plan.kept_back', 'Enter a number, or 0.', 0),
    },
  }
}

function required(typed: FormData, wrong: Wrong) {
  return (name: string, message: string) => {
    const value = textIn(typed, name)
    if (value === '') wrong(name, message)
    return value
  }
}

/** '12:30-13:00, 15:00-15:15'; null when it is not that. */
export function readBreaks(text: string): Break[] | null {
  if (text === '') return []
  const breaks = text.split(',').map((part) => {
    const [, start, end] = /^\s*(\d\d:\d\d)\s*(?:-|–|to)\s*(\d\d:\d\d)\s*$/.exec(part) ?? []
    return start && end ? { start, end } : null
  })
  return breaks.every((one) => one !== null) ? breaks : null
}

export function breaksInWords(breaks: readonly Break[]): string {
  return breaks.map(({ start, end }) => `${start}-${end}`).join(', ')
}

/** Pence; null for none, undefined when it is no price. */
export function readPrice(text: string): number | null | undefined {
  if (text === '') return null
  const [, whole = '', fraction = ''] = /^£?(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === '' ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** '51.889, 0.904' as maps write it; null for none, undefined when it is no pin in the UK. */
export function readPin(text: string): Pin | null | undefined {
  if (text === '') return null
  const [, north, east] = /^(-?\d{1,2}\.\d+)\s*[,; ]\s*(-?\d{1,3}\.\d+)$/.exec(text) ?? []
  const [latitude, longitude] = [Number(north), Number(east)]
  return isInUk({ latitude, longitude }) ? { latitude, longitude } : undefined
}

function readYesNo(text: string): boolean | null {
  return text === 'yes' ? true : text === 'no' ? false : null
}

function readCategory(text: string): Category {
  return text === 'FREEMASONS' || text === 'CORPORATE' ? text : 'COMMUNITY'
}

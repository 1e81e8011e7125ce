import type { CharityEvent } from './contract.ts'
import type { NearbyChoice } from './event-filters.ts'
import { chargePence } from './events.ts'
import { withNought } from './postal-address.ts'
import { weekday } from './uk-time.ts'

/** In degrees (WGS 84). */
export type Point = { latitude: number; longitude: number }

/** An event this far away, in miles, is still near. */
export const NEAR_MILES = 30
const EARTH_MILES = 3958.8
const EVENING = '18:00:00'

/** Great-circle miles, not rounded. */
export function milesBetween(a: Point, b: Point): number {
  const [south, north] = [radians(a.latitude), radians(b.latitude)]
  const across = Math.sin((north - south) / 2) ** 2
  const along = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const share = across + Math.cos(south) * Math.cos(north) * along
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(share)))
}

/** The point between; null of none. */
export function middleOf(points: readonly Point[]): Point | null {
  if (points.length === 0) return null
  return {
    latitude: median(points.map(({ latitude }) => latitude)),
    longitude: median(points.map(({ longitude }) => longitude)),
  }
}

type PostcodePart = { district: string; sector: string | null; text: string }

/** 'cm14ab' is sector 'CM1 4', shown as 'CM1 4AB'; 'CM1' is a district. Null for other text. */
export function readPostcode(typed: string): PostcodePart | null {
  const whole = typed.trim().toUpperCase()
  const match = POSTCODE.exec(whole) ?? POSTCODE.exec(withNought(whole))
  if (!match) return null
  const [, district = '', inFull, unit = '', alone] = match
  const digit = inFull ?? alone ?? ''
  if (digit === '') return { district, sector: null, text: district }
  const sector = `${district} ${digit}`
  return { district, sector, text: sector + unit }
}
const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?)(?:\s*(\d)([A-Z]{2})|\s+(\d))?$/

type ChosenBy = Pick<
  CharityEvent,
  'event_date' | 'start_time' | 'end_time' | 'price' | 'product_price'
>

/** Of evenings and weekends either matches, if one is chosen. */
export function matchesChoices(event: ChosenBy, choices: readonly NearbyChoice[]): boolean {
  if (choices.includes('free') && chargePence(event) > 0) return false
  const times = choices.filter((choice) => choice !== 'free')
  if (times.length === 0) return true
  return isWeekend(event)
    ? times.includes('weekends')
    : times.includes('evenings') && isInEvening(event)
}

function isWeekend({ event_date }: ChosenBy): boolean {
  return weekday(event_date) > 5
}

/** Whether the event goes on after 18:00. */
function isInEvening({ start_time, end_time }: ChosenBy): boolean {
  return end_time > EVENING || end_time < start_time
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (low + high) / 2
}

// What may be a slip of the pen in an event: asked once when it is published, or changed afterwards.
import { BANK_HOLIDAYS } from '../bank-holidays.ts'
import { pounds } from '../money.ts'
import { dayInWords, weekday } from '../uk-time.ts'
import { VENUE_FACTS, type VenueFactName } from '../venue-facts.ts'

export const DOUBT_KINDS = [
  'long_day',
  'overnight',
  'sunday',
  'bank_holiday',
  'same_hall',
  'price',
  'old_place',
  'code_without_private',
] as const
export type DoubtKind = (typeof DOUBT_KINDS)[number]
export type Doubt = { kind: DoubtKind; sentence: string }

/** Times 'HH:mm' in London, prices in pence. */
export type DoubtfulEvent = {
  date: string
  start: string
  end: string
  pricePence: number | null
  /** Of the product; null without one. */
  usualPence: number | null
  /** Names of other published events at the same hall at the same hour. */
  atSameHall: readonly string[]
}

const LONG_HOURS = 12
const TIMES_THE_USUAL = 10

/** What a colleague would ask about the event, with a sentence each; empty when nothing is odd. */
export function doubtsOf(event: DoubtfulEvent): Doubt[] {
  const { date, start, end, pricePence, usualPence, atSameHall } = event
  const isOvernight = end <= start
  const hours = (minutesOf(end) - minutesOf(start) + (isOvernight ? 24 * 60 : 0)) / 60
  const isDear = pricePence !== null && usualPence !== null && usualPence > 0
  return [
    doubt(
      isOvernight,
      'overnight',
      `The last appointment ends at ${end}, which is on the next day. Is that right?`,
    ),
    doubt(
      hours > LONG_HOURS,
      'long_day',
      `The event lasts ${Math.round(hours * 10) / 10} hours, from ${start} to ${end}.`,
    ),
    doubt(weekday(date) === 7, 'sunday', `${dayInWords(date)} is a Sunday.`),
    doubt(isBankHoliday(date), 'bank_holiday', `${dayInWords(date)} is a bank holiday.`),
    doubt(
      atSameHall.length > 0,
      'same_hall',
      `Another event is at the same venue at the same time: ${atSameHall.join(', ')}.`,
    ),
    doubt(
      isDear && pricePence >= usualPence * TIMES_THE_USUAL,
      'price',
      `The price is ${pounds(pricePence ?? 0)}. The product usually costs ${pounds(usualPence ?? 0)}.`,
    ),
  ].filter((one) => one !== null)
}

/** What was entered about a venue. */
export type Place = Record<'addressLine1' | 'addressLine2', string | null> &
  Record<'latitude' | 'longitude', number | null> &
  Record<(typeof VENUE_FACTS)[VenueFactName]['column'], string | null>

const KEPT: { columns: readonly (keyof Place)[]; name: string }[] = [
  { columns: ['latitude', 'longitude'], name: 'the pin on the map' },
  { columns: ['addressLine2'], name: 'the street' },
  ...Object.values(VENUE_FACTS).map(({ column, label }) => ({
    columns: [column],
    name: label.toLowerCase(),
  })),
]

/** The hall has changed, and what was entered about the old one has not. */
export function doubtsOfNewHall(before: Place, after: Place): Doubt[] {
  const isOther =
    before.addressLine1 !== null && hallOf(before.addressLine1) !== hallOf(after.addressLine1)
  const kept = KEPT.filter(({ columns }) =>
    columns.every((column) => before[column] !== null && before[column] === after[column]),
  ).map(({ name }) => name)
  const one = doubt(
    isOther && kept.length > 0,
    'old_place',
    `The venue has changed, but these are still those of the old venue: ${kept.join(', ')}.`,
  )
  return one ? [one] : []
}

/** A code that would be kept nowhere, because the event is not private. */
export function doubtsOfCode(event: { isPrivate: boolean; typedCode: boolean }): Doubt[] {
  const one = doubt(
    event.typedCode && !event.isPrivate,
    'code_without_private',
    'You entered an access code, but ‘Private’ is not ticked. Everybody can book without a code.',
  )
  return one ? [one] : []
}

/** Those that nobody has read yet. */
export function unread(doubts: readonly Doubt[], acknowledged: readonly DoubtKind[]): Doubt[] {
  return doubts.filter(({ kind }) => !acknowledged.includes(kind))
}

function isBankHoliday(date: string): boolean {
  return BANK_HOLIDAYS[date.slice(0, 4)]?.includes(date) ?? false
}

function doubt(isOdd: boolean, kind: DoubtKind, sentence: string): Doubt | null {
  return isOdd ? { kind, sentence } : null
}

function hallOf(line: string | null): string {
  return (line ?? '').trim().toLowerCase()
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

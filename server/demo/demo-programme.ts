import { HOUR_MS } from '../../domain/durations.ts'
import type { Category } from '../../domain/event-filters.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { type Venue, venues } from './demo-venues.ts'

export type Planned = {
  key?: string
  venue: Venue
  when: When
  kind?: Category
  free: number
  booked?: number
  pricePence?: number
  paymentRequired?: boolean | null
  accessCode?: string
  requiresNhsNumber?: boolean
  sessionMinutes?: number
}

/** A day counted from the first start with two London times, or hours from now. */
export type When = { inDays: number; hours: Hours } | { inHours: number }
type Hours = readonly [from: string, to: string]

const MORNING = ['09:00', '13:00'] as const
const ALL_DAY = ['10:00', '16:00'] as const
const EVENING = ['17:30', '20:30'] as const
const LATE = ['22:00', '00:00'] as const

const v = venues
const on = (inDays: number, hours: Hours): When => ({ inDays, hours })

/** After the past events that member@example.org attended, one event of each kind. */
export const programme: Planned[] = [
  { key: 'long ago', venue: v.colchester, when: on(-380, MORNING), free: 11, booked: 1 },
  { key: 'last spring', venue: v.chelmsford, when: on(-190, MORNING), free: 11, booked: 1 },
  { key: 'passed', venue: v.braintree, when: on(-7, MORNING), free: 5, booked: 6 },
  { key: 'free', venue: v.colchester, when: on(14, MORNING), free: 24 },
  { key: 'free again', venue: v.chelmsford, when: on(21, MORNING), free: 24 },
  {
    key: 'paid',
    venue: v.ipswich,
    when: on(12, ALL_DAY),
    free: 30,
    pricePence: 2500,
    paymentRequired: true,
  },
  {
    key: 'lodge',
    venue: v.walden,
    when: on(10, EVENING),
    kind: 'FREEMASONS',
    free: 20,
    accessCode: 'LODGE2026',
  },
  { key: 'works', venue: v.reading, when: { inHours: 20 }, kind: 'CORPORATE', free: 40 },
  { key: 'full', venue: v.norwich, when: on(9, EVENING), free: 0, booked: 9 },
  { key: 'last', venue: v.cambridge, when: on(16, EVENING), free: 1, booked: 8 },
  { key: 'closed', venue: v.southend, when: { inHours: 12 }, free: 10 },
  { key: 'lab', venue: v.bury, when: on(18, MORNING), free: 20, requiresNhsNumber: true },
  { key: 'midnight', venue: v.london, when: on(19, LATE), free: 12, sessionMinutes: 10 },
  {
    key: 'unset',
    venue: v.canterbury,
    when: on(22, MORNING),
    free: 20,
    pricePence: 1500,
    paymentRequired: null,
  },

  { venue: v.southampton, when: on(4, EVENING), free: 16, booked: 2 },
  { venue: v.exeter, when: on(5, MORNING), free: 21, booked: 3 },
  { venue: v.plymouth, when: on(8, EVENING), kind: 'FREEMASONS', free: 18 },
  { venue: v.bristol, when: on(11, ALL_DAY), free: 36, pricePence: 2500, paymentRequired: true },
  { venue: v.cardiff, when: on(15, MORNING), free: 22, booked: 2 },
  { venue: v.swansea, when: on(17, EVENING), free: 18 },
  { venue: v.birmingham, when: on(20, ALL_DAY), kind: 'CORPORATE', free: 54 },
  { venue: v.leicester, when: on(24, MORNING), free: 24, pricePence: 2000, paymentRequired: true },
  { venue: v.nottingham, when: on(27, EVENING), kind: 'FREEMASONS', free: 16, booked: 2 },
  { venue: v.derby, when: on(30, EVENING), kind: 'FREEMASONS', free: 18, accessCode: 'DERBY2026' },
  { key: 'booked', venue: v.brighton, when: on(33, ALL_DAY), free: 35, booked: 1 },
  { venue: v.sheffield, when: on(35, ALL_DAY), free: 36 },
  { venue: v.leeds, when: on(40, MORNING), free: 24, pricePence: 2500, paymentRequired: true },
  { venue: v.york, when: on(46, EVENING), free: 18 },
  { venue: v.manchester, when: on(52, ALL_DAY), kind: 'CORPORATE', free: 54 },
  { venue: v.liverpool, when: on(58, MORNING), free: 24 },
  { venue: v.newcastle, when: on(65, MORNING), free: 24 },
  { venue: v.edinburgh, when: on(73, ALL_DAY), free: 36, pricePence: 2500, paymentRequired: true },
  { venue: v.glasgow, when: on(81, EVENING), free: 18 },
  { venue: v.belfast, when: on(90, MORNING), kind: 'FREEMASONS', free: 24 },
]

const DURATION_HOURS = 4
const START_TIMES = Array.from(
  { length: 17 },
  (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
)

export function timesOf(when: When, now: Date): { startsAt: Date; endsAt: Date } {
  if ('inHours' in when) {
    const startsAt = startAbout(new Date(now.getTime() + when.inHours * HOUR_MS), now)
    return { startsAt, endsAt: new Date(startsAt.getTime() + DURATION_HOURS * HOUR_MS) }
  }
  const [from, to] = when.hours
  const day = addDays(ukDate(now), when.inDays)
  return {
    startsAt: ukInstant(day, from),
    endsAt: ukInstant(to <= from ? addDays(day, 1) : day, to),
  }
}

/**
 * Past its booking cut-off and not over: the first start from `earliest` on, else the last before.
 */
function startAbout(earliest: Date, now: Date): Date {
  const today = ukDate(now)
  const starts = [today, addDays(today, 1)]
    .flatMap((day) => START_TIMES.map((time) => ({ day, time, startsAt: ukInstant(day, time) })))
    .filter(({ day, time, startsAt }) => startsAt > now && ukInstant(addDays(day, -1), time) <= now)
    .map(({ startsAt }) => startsAt)
  const start = starts.find((startsAt) => startsAt >= earliest) ?? starts.at(-1)
  if (!start) throw new Error(`no start within a day of ${now.toISOString()}`)
  return start
}

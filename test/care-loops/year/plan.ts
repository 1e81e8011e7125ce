// What will happen to everybody in the simulated year, drawn from one seed. Days count from BEGIN.
import type { FollowUpRound } from '../../../domain/follow-up.ts'
import type { Band } from '../../../domain/results.ts'
import { addDays, ukInstant } from '../../../domain/uk-time.ts'
import { type Random, seeded } from '../../app/seeded.ts'

export const BEGIN = '2027-01-04'
export const DAYS = 365
/** No job runs on these days. */
export const STOPPED = { from: 150, until: 157 }
/** When the first and the second clinician are on leave; for a few days both are. */
const LEAVES = [
  { from: 60, until: 74 },
  { from: 71, until: 85 },
]
const MARGIN = 30

export type Laboratory = 'usual' | 'late' | 'lost' | 'spoilt'
/** What comes of the question after a red result. */
export type FollowUpWish = 'answers' | 'nothing done' | 'will not say' | 'ignores'
export type RecallWish = 'books' | 'later' | 'elsewhere' | 'stop' | 'ignores'
export type Visit = {
  man: Man
  comes: 'sampled' | 'not sampled' | 'absent' | 'nobody says'
  laboratory: Laboratory
  band: Band
  retestMonths: number | null
  /** Days after the release; null: never. */
  readsAfter: number | null
  preparation: 'no' | 'yes' | 'no answer'
  eventIndex: number
  appointmentId: number
  tube: string
}
export type Man = {
  n: number
  /** One for each, so that what happens does not depend on when others are served. */
  random: Random
  contactBy: 'email' | 'sms' | 'post'
  answersTelephone: boolean
  diesOn: number | null
  hasMoved: boolean
  sharesWithGp: boolean
  followUps: Record<FollowUpRound, FollowUpWish>
  recall: RecallWish
  memberId: number
  lastName: string
  dateOfBirth: string
  postcode: string
  email: string
  phone: string
  cookie: string
  visits: Visit[]
  /** How many links to the question came and were opened. */
  linksFollowed: number
}
export type Size = { events: number; men: number; seed: number; lastEventOn?: number }
export type Plan = { men: Man[]; eventDays: number[] }

export const dateOf = (day: number): string => addDays(BEGIN, day)
export const at = (day: number, time: string): Date => ukInstant(dateOf(day), time)
export const isStopped = (day: number): boolean => day >= STOPPED.from && day < STOPPED.until
export const isOnLeave = (clinician: number, day: number): boolean => {
  const leave = LEAVES[clinician]
  return leave !== undefined && day >= leave.from && day < leave.until
}
/** 0 is Monday, as BEGIN is. */
export const weekday = (day: number): number => day % 7

/** The first event is after a month; the last by default a month before the end of the year. */
export function planYear({ events, men, seed, lastEventOn = DAYS - MARGIN }: Size) {
  const gap = (lastEventOn - MARGIN) / Math.max(events - 1, 1)
  const eventDays = Array.from({ length: events }, (_, n) => MARGIN + Math.floor(n * gap))
  return {
    eventDays,
    men: Array.from({ length: men }, (_, n) => planMan(seeded(seed * 100_000 + n), n)),
  }
}

function planMan(random: Random, n: number): Man {
  const contactBy = drawn(random, { email: 75, sms: 17, post: 8 })
  const hasMobile = contactBy === 'sms' || random.chance(0.6)
  return {
    n,
    random,
    contactBy,
    answersTelephone: random.chance(0.7),
    diesOn: random.chance(0.02) ? random.below(DAYS) : null,
    hasMoved: random.chance(0.1),
    sharesWithGp: random.chance(0.3),
    followUps: { six_weeks: followUpOf(random), six_months: followUpOf(random) },
    recall: drawn(random, { books: 35, later: 15, elsewhere: 15, stop: 10, ignores: 25 }),
    memberId: 0,
    lastName: nameOf(n),
    ...bornAndLiving(n),
    email: `year-${n}@example.org`,
    phone: hasMobile
      ? `+4477${String(n).padStart(8, '0')}`
      : `01206 9${String(n).padStart(5, '0')}`,
    cookie: '',
    visits: [],
    linksFollowed: 0,
  }
}

function followUpOf(random: Random): FollowUpWish {
  return drawn(random, { answers: 45, 'nothing done': 15, 'will not say': 5, ignores: 35 })
}

/** Few share both, so that they are not taken for one person. */
function bornAndLiving(n: number) {
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    dateOfBirth: `${1950 + (n % 33)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`,
    postcode: `CO${1 + (n % 9)} ${Math.floor(n / 9) % 10}AA`,
  }
}

/** In letters, for names have no digits. */
function nameOf(n: number): string {
  const letters = [...n.toString(26)].map(
    (digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)],
  )
  return `Year${letters.join('')}`
}

/** What comes of an appointment that the man has not booked yet. */
export function planVisit(man: Man): Visit {
  const { random } = man
  const band = drawn<Band>(random, { Green: 75, Amber: 15, Red: 10 })
  const retestMonths = band === 'Green' ? random.pick([3, 6, 12, 12, 12, null]) : null
  return {
    man,
    comes: drawn(random, { sampled: 88, 'not sampled': 4, absent: 5, 'nobody says': 3 }),
    laboratory: drawn(random, { usual: 80, late: 10, lost: 5, spoilt: 5 }),
    band,
    retestMonths: band === 'Amber' ? 3 : retestMonths,
    readsAfter:
      drawn(random, { soon: 60, late: 20, never: 20 }) === 'soon' ? 1 : lateOrNever(random),
    preparation: drawn(random, { no: 60, yes: 10, 'no answer': 30 }),
    eventIndex: -1,
    appointmentId: 0,
    tube: '',
  }
}

function lateOrNever(random: Random): number | null {
  return random.chance(0.5) ? 2 + random.below(40) : null
}

/** One of the names, as often as its share of all. */
export function drawn<K extends string>(random: Random, shares: Record<K, number>): K {
  const all = Object.entries<number>(shares) as [K, number][]
  let left = random.below(all.reduce((sum, [, share]) => sum + share, 0))
  for (const [name, share] of all) {
    if (left < share) return name
    left -= share
  }
  throw new Error('there is nothing to draw from')
}

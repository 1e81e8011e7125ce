// The world of one life in memory.
import type { PaidWay } from '../../../domain/money-of.ts'
import type { AttendanceAction } from '../../../domain/office/attendance.ts'
import type { LoopKind } from '../../../domain/office/care-loops.ts'
import type { LabRow } from '../../../domain/office/lab-rows.ts'
import type { ResultChoice } from '../../../domain/office/result-holds.ts'
import type { PastReview } from '../../../domain/office/result-review.ts'
import type { LabResultState, RowReason, RowState } from '../../../domain/office/result-states.ts'
import type { TakeBackReason } from '../../../domain/office/taking-back.ts'
import { addDays, ukInstant } from '../../../domain/uk-time.ts'
import type { Random } from '../../app/seeded.ts'
import type { Rules } from './rules.ts'

export type Man = {
  id: number
  firstName: string
  lastName: string
  dateOfBirth: string
  nhsNumber: string | null
  numberInDoubtSince: Date | null
  diedAt: Date | null
  wantsContact: 'all' | 'results' | 'none'
  isByPost: boolean
  hasGp: boolean
  /** Without one nobody reads anything until a letter's code gives it. */
  hasAccount: boolean
  mergedInto: number | null
  erasedAt: Date | null
  /** As the forms of the laboratory have them, whatever became of the record. */
  onForms: { firstName: string; lastName: string; dateOfBirth: string }
  /** By event; absent while the member agrees. */
  withdrawn: Map<number, Date>
}
export type Payment = {
  id: string
  way: PaidWay
  pence: number
  refunds: { pence: number; state: 'queued' | 'done' | 'failed'; isReplaced: boolean }[]
  owedPence: number
  dispute: 'none' | 'open' | 'won' | 'lost'
}
export type Appointment = {
  id: number
  member: number
  event: number
  status: 'booked' | 'cancelled'
  startsAt: Date
  pricePence: number
  payments: Payment[]
}
export type Press = AttendanceAction & { appointment: number; event: number; isRefused: boolean }
export type Report = {
  id: number
  member: number
  appointment: number
  row: LabRow
  state: LabResultState
  replaces: number | null
  isWithdrawal: boolean
  /** Off its appointment again. */
  isOff: boolean
  result: number | null
  takenBackBy: number | null
  isForGpOnly: boolean
  recordedAt: Date
}
export type Review = PastReview & {
  at: Date
  choice?: ResultChoice
  because?: TakeBackReason
  isSamePerson?: boolean
}
export type Result = {
  id: number
  member: number
  appointment: number | null
  report: number | null
  value: string | null
  supersedes: number | null
  isReleased: boolean
  isFromLaboratory: boolean
  recordedAt: Date
  isAnnounced: boolean
}
export type Merge = { kept: number; merged: number; at: Date; partedAt: Date | null }
export type Naming = { result: number; member: number; at: Date }
export type Letter = { id: number; result: number; to: 'member' | 'gp'; isPosted: boolean }
export type Row = {
  id: number
  row: LabRow
  state: RowState
  reason: RowReason | null
  closeIds: number[]
  report: number | null
}
export type Task = {
  kind: LoopKind
  member: number
  appointment: number | null
  report: number | null
  closed: string | null
}
/** Of the blood in a tube; the laboratory writes its number beside the name that was on the form. */
export type Blood = { tube: string; value: string; member: number; date: string }

/** What the world did since the checker last looked. */
export type Deed =
  | { kind: 'recorded'; report: Report; byPerson: boolean }
  | { kind: 'released'; report: Report; by: number }
  | { kind: 'posted'; letter: Letter }
  | { kind: 'mailed'; member: number; about: 'result' | 'appointment' }
  | { kind: 'cancelled' | 'moved'; appointment: Appointment }
  | { kind: 'opened'; report: Report; by: number; state: LabResultState; sees: string | null }
  | { kind: 'taken back'; report: Report; by: number }
  | { kind: 'refunded by card'; payment: Payment; pence: number }
  | { kind: 'cancelled in full'; appointment: Appointment }
  | { kind: 'erased'; man: Man; isSigned: boolean }

export type World = {
  rules: Rules
  now: Date
  events: { id: number; date: string; isClosed: boolean }[]
  men: Man[]
  appointments: Appointment[]
  presses: Press[]
  tubes: { code: string; appointment: number; event: number }[]
  bloods: Blood[]
  rows: Row[]
  reports: Report[]
  reviews: Review[]
  results: Result[]
  letters: Letter[]
  tasks: Task[]
  merges: Merge[]
  namings: Naming[]
  /** Refunds that the provider will refuse. */
  refusals: number
  deeds: Deed[]
  numbers: number
}

const FIRST_DAY = '2027-03-01'
const NAMES = ['Adams', 'Baker', 'Clark', 'Davis']
const BORN = ['1951-02-03', '1956-05-06', '1961-08-09']

/** 3 to 6 members, some with the same name, birth date or NHS number, before two days. */
export function beginWorld(rules: Rules, random: Random): World {
  const now = ukInstant(FIRST_DAY, '09:00')
  const world: World = {
    rules,
    now,
    events: [14, 28].map((days, id) => ({ id, date: addDays(FIRST_DAY, days), isClosed: false })),
    men: [],
    appointments: [],
    presses: [],
    tubes: [],
    bloods: [],
    rows: [],
    reports: [],
    reviews: [],
    results: [],
    letters: [],
    tasks: [],
    merges: [],
    namings: [],
    refusals: 0,
    deeds: [],
    numbers: 0,
  }
  const count = 3 + random.below(4)
  for (let n = 0; n < count; n++) world.men.push(newMan(random, n))
  for (const man of world.men) if (random.chance(0.3)) moveIn(world, man)
  for (const man of world.men) man.hasAccount = random.chance(0.8)
  return world
}

function newMan(random: Random, n: number): Man {
  const firstName = ['Ian', 'Tom', 'Sam', 'Ben', 'Leo', 'Max'][n] ?? 'Joe'
  const onForms = { firstName, lastName: random.pick(NAMES), dateOfBirth: random.pick(BORN) }
  return {
    id: n + 1,
    ...onForms,
    onForms,
    mergedInto: null,
    erasedAt: null,
    hasAccount: true,
    nhsNumber: random.chance(0.5) ? `90000000${10 + n}` : null,
    numberInDoubtSince: null,
    diedAt: null,
    wantsContact: 'all',
    isByPost: random.chance(0.5),
    hasGp: random.chance(0.5),
    withdrawn: new Map(),
  }
}

/** A result of an earlier year that was moved in from the former site. */
export function moveIn(world: World, { id }: Man): Result {
  const result = newResult(world, { member: id, value: newValue(world), isFromLaboratory: false })
  world.results.push({ ...result, isReleased: true, isAnnounced: true })
  return result
}

export function newResult(world: World, of: Partial<Result> & Pick<Result, 'member' | 'value'>) {
  return {
    id: world.results.length + 1,
    appointment: null,
    report: null,
    supersedes: null,
    isReleased: false,
    isFromLaboratory: true,
    isAnnounced: false,
    recordedAt: world.now,
    ...of,
  }
}

/** A number that no other sample has. */
export function newValue(world: World): string {
  world.numbers += 1
  return (world.numbers / 100).toFixed(2)
}

export function manOf({ men }: World, id: number): Man {
  const man = men.find((one) => one.id === id)
  if (!man) throw new Error(`there is no member ${id}`)
  return man
}

/** The record that stands for this one now. */
export function personOf(world: World, id: number): Man {
  const man = manOf(world, id)
  return man.mergedInto === null ? man : personOf(world, man.mergedInto)
}

// Places held for people who are named, each with their own link to book it: what a pasted list of
// names becomes, and until when the places are held.
import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'
import { isEmailAddress, normaliseEmail } from '../email-address.ts'
import { nameError, visibleName } from '../person-name.ts'
import { ukTime } from '../uk-time.ts'
import { ukMobile } from './sms.ts'

const INVITATION_ENDS = ['withdrawn', 'event cancelled', 'time changed'] as const
export type InvitationEnd = (typeof INVITATION_ENDS)[number]

/** `opened`: somebody opened the link and has not booked yet; `given_up`: they hold the place no longer. */
export const INVITATION_STATES = [
  'invited',
  'opened',
  'booked',
  'given_up',
  'lapsed',
  'withdrawn',
  'event_cancelled',
  'time_changed',
] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

export const MOST_NAMES = 200
export const MOST_CHARACTERS = 60_000
export const USUAL_DAYS = 7
export const HELD_DAYS = { least: 2, most: 28 } as const
/** For so long only the browser that opened a link goes on with it; afterwards the link works again. */
export const OPENED_MINUTES = 30

const ROW_PROBLEMS = [
  'no_name',
  'bad_name',
  'bad_email',
  'bad_mobile',
  'listed_twice',
  'already_invited',
  'already_booked',
  'not_contacted',
  'unknown_time',
  'time_full',
  'no_place',
] as const
export type RowProblem = (typeof ROW_PROBLEMS)[number]

export const GroupListSchema = z.object({
  text: z.string().check(z.maxLength(MOST_CHARACTERS)),
  days: z.int().check(z.gte(HELD_DAYS.least), z.lte(HELD_DAYS.most)),
})
export type GroupList = z.infer<typeof GroupListSchema>

const GroupRowSchema = z.object({
  /** Of the list, as a spreadsheet counts. */
  line: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  time: z.nullable(z.string()),
  problem: z.nullable(z.enum(ROW_PROBLEMS)),
})
export type GroupRow = z.infer<typeof GroupRowSchema>

export const GroupPlanSchema = z.object({
  rows: z.array(GroupRowSchema),
  held_until: z.string(),
  /** Free, or kept back for the host. */
  places: z.int(),
})
export type GroupPlan = z.infer<typeof GroupPlanSchema>

export const GroupHeldSchema = z.object({ rows: z.array(GroupRowSchema), held_until: z.string() })

export const InvitationSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  date: z.string(),
  time: z.string(),
  held_until: z.string(),
  state: z.enum(INVITATION_STATES),
  invited_by: z.nullable(z.string()),
  /** The name of the member of the public who asked for the place, with their email address. */
  begun_by: z.nullable(z.string()),
  sent_at: z.nullable(z.string()),
  member_id: z.nullable(z.int()),
})
export type Invitation = z.infer<typeof InvitationSchema>

/** With whether the newest email or text with the link could not be delivered. */
export const ListedInvitationSchema = z.extend(InvitationSchema, { undelivered: z.boolean() })
export type ListedInvitation = z.infer<typeof ListedInvitationSchema>

/** What the mails and texts of an invitation are about. */
export function aboutInvitation(id: number): string {
  return `invitation ${id}`
}

export const ExtensionSchema = z.object({
  days: z.int().check(z.gte(HELD_DAYS.least), z.lte(HELD_DAYS.most)),
})

/** A card to print: the link works instead of an earlier one. */
export const InvitationCardSchema = z.object({
  name: z.string(),
  event_name: z.string(),
  place: z.string(),
  date: z.string(),
  time: z.string(),
  held_until: z.string(),
  link: z.string(),
})
export type InvitationCard = z.infer<typeof InvitationCardSchema>

export type NamedLine = { line: number; cells: Record<string, string> }

const HEADINGS = {
  name: ['name', 'fullname', 'membername', 'brother', 'attendee', 'employee'],
  first: ['firstname', 'forename', 'givenname', 'first'],
  last: ['lastname', 'surname', 'familyname', 'last'],
  email: ['email', 'emailaddress', 'mail'],
  mobile: [
    'mobile',
    'mobilenumber',
    'mobileno',
    'mobilephone',
    'phone',
    'phonenumber',
    'telephone',
    'tel',
  ],
  time: ['time', 'appointment', 'appointmenttime', 'slot', 'start'],
}
type Column = keyof typeof HEADINGS

/** Which column each cell of the heading is; null when none of them is a name. */
export function columnsOf(heading: readonly string[]): (Column | null)[] | null {
  const columns = heading.map((cell) => columnOf(cell))
  return columns.includes('name') || columns.includes('last') ? columns : null
}

function columnOf(cell: string): Column | null {
  const word = cell.toLowerCase().replaceAll(/[^a-z]/g, '')
  const known = Object.entries(HEADINGS).find(([, words]) => words.includes(word))
  return (known?.[0] as Column | undefined) ?? null
}

export type ListedPerson = Omit<GroupRow, 'problem'> & { problem: RowProblem | null }

/** The person of a line, with the first fault of what was typed. */
export function toPerson(line: number, cells: Partial<Record<Column, string>>): ListedPerson {
  const typed = cells.name ?? `${cells.first ?? ''} ${cells.last ?? ''}`
  const name = visibleName(typed)
  const email = normaliseEmail(cells.email ?? '')
  const mobile = (cells.mobile ?? '').trim()
  const number = ukMobile(mobile)
  const time = (cells.time ?? '').trim()
  const clock = /^(\d{1,2})[:.](\d\d)(?::\d\d)?$/.exec(time)
  return {
    line,
    name,
    email: email === '' ? null : email,
    mobile: number ?? (mobile === '' ? null : mobile),
    time: clock ? `${clock[1]?.padStart(2, '0')}:${clock[2]}` : time === '' ? null : time,
    problem: faultOf(),
  }

  function faultOf(): RowProblem | null {
    if (name === '') return 'no_name'
    if (name.length > 100 || nameError(name) !== null) return 'bad_name'
    if (email !== '' && !isEmailAddress(email)) return 'bad_email'
    if (mobile !== '' && number === null) return 'bad_mobile'
    return time !== '' && clock === null ? 'unknown_time' : null
  }
}

/** Places of a time for the group: those kept back for the host, and free ones. */
type TimeForGroup = { startsAt: Date; places: number }
type Known = { email: string | null; mobile: string | null }

/**
 * Gives each person a place: first those who asked for a time, then the others from the earliest
 * time on. A person with a problem gets none.
 */
export function planGroup(
  people: readonly ListedPerson[],
  {
    times,
    invited,
    booked,
    notContacted = [],
  }: {
    times: readonly TimeForGroup[]
    invited: readonly Known[]
    booked: readonly Known[]
    /** To whom we may not write about a test. */
    notContacted?: readonly Known[]
  },
): GroupRow[] {
  const left = new Map(times.map(({ startsAt, places }) => [ukTime(startsAt), places]))
  const seen: Known[] = []
  const rows = people.map((person) => {
    if (person.problem) return person
    const isTwice = isAmong(person, seen)
    seen.push(person)
    if (isTwice) return { ...person, problem: 'listed_twice' as const }
    if (isAmong(person, booked)) return { ...person, problem: 'already_booked' as const }
    if (isAmong(person, notContacted)) return { ...person, problem: 'not_contacted' as const }
    if (isAmong(person, invited)) return { ...person, problem: 'already_invited' as const }
    return person
  })
  const timed = rows.map((row) => {
    if (row.problem || row.time === null) return row
    const places = left.get(row.time)
    if (places === undefined) return { ...row, problem: 'unknown_time' as const }
    if (places === 0) return { ...row, problem: 'time_full' as const }
    left.set(row.time, places - 1)
    return row
  })
  return timed.map((row) => {
    if (row.problem || row.time !== null) return row
    const time = [...left].find(([, places]) => places > 0)?.[0]
    if (time === undefined) return { ...row, problem: 'no_place' as const }
    left.set(time, (left.get(time) ?? 0) - 1)
    return { ...row, time }
  })
}

/** Whether one of the others has the person's email address, or the mobile number of a person without one. */
export function isAmong(person: Known, others: readonly Known[]): boolean {
  return others.some(
    ({ email, mobile }) =>
      (person.email !== null && person.email === email) ||
      // Two men of one household may share an address; a mobile alone says who it is.
      (person.email === null && person.mobile !== null && person.mobile === mobile),
  )
}

/** So many days from now, at most until booking ends or the place's time begins. */
export function heldUntil(of: {
  now: Date
  days: number
  closesAt: Date | null
  startsAt: Date
}): Date {
  const { now, days, closesAt, startsAt } = of
  const ends = [now.getTime() + days * DAY_MS, startsAt.getTime()]
  if (closesAt !== null) ends.push(closesAt.getTime())
  return new Date(Math.min(...ends))
}

/** The time with a place whose hour is nearest to the earlier one, the earlier of two; null without one. */
export function nearestTime(before: Date, times: readonly TimeForGroup[]): Date | null {
  const distance = ({ startsAt }: TimeForGroup) => Math.abs(minuteOf(startsAt) - minuteOf(before))
  const [nearest] = times
    .filter(({ places }) => places > 0)
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest?.startsAt ?? null
}

function minuteOf(at: Date): number {
  const [hour = 0, minute = 0] = ukTime(at).split(':').map(Number)
  return hour * 60 + minute
}

/** As long as was promised, and at least two days from now, until booking ends; null when there is no time left. */
export function heldAfterMove(of: {
  until: Date
  closesAt: Date | null
  startsAt: Date
  now: Date
}): Date | null {
  const { until, closesAt, startsAt, now } = of
  const fresh = heldUntil({ now, days: HELD_DAYS.least, closesAt, startsAt })
  const kept = Math.min(until.getTime(), closesAt?.getTime() ?? Infinity, startsAt.getTime())
  const end = Math.max(kept, fresh.getTime())
  return end > now.getTime() ? new Date(end) : null
}

type StateFacts = {
  endedBecause: InvitationEnd | null
  heldUntil: Date
  isOpened: boolean
  isBooked: boolean
  isHeld: boolean
}

export function invitationState(facts: StateFacts, now: Date): InvitationState {
  if (facts.isBooked) return 'booked'
  if (facts.endedBecause === 'withdrawn') return 'withdrawn'
  if (facts.endedBecause === 'event cancelled') return 'event_cancelled'
  if (facts.endedBecause === 'time changed') return 'time_changed'
  if (facts.heldUntil <= now) return 'lapsed'
  if (!facts.isHeld) return 'given_up'
  return facts.isOpened ? 'opened' : 'invited'
}

// A made-up day on which staff practise at the door. Nothing of it is real, and no id of it can be:
// those of appointments are below zero.
import { appointmentCodeOf } from '../appointment-code.ts'
import { ukDate, ukTime } from '../uk-time.ts'
import { standingSamples } from './attendance.ts'
import { missedBefore } from './closing-a-day.ts'
import { afterActions, isSamePerson, type ShownPerson } from './day-people.ts'
import { actionsOf, knownPresses } from './day-presses.ts'
import { openProblems } from './day-problems.ts'
import type { Day, DayAction, DayPerson, DayProblem } from './day-schemas.ts'
import { instantAt } from './day-times.ts'
import type { DayUnresolved } from './day-unresolved.ts'
import { tubeCodeOf } from './tube-code.ts'

const SESSION_MINUTES = 10
/** So many of the appointments were before now. */
const SLOTS_BEFORE = 7
const PRICE_PENCE = 2_500
/** Far above the numbers of real labels. */
const FIRST_LABEL = 9_900_001
const LABELS = 15

type PracticePerson = Pick<DayPerson, 'first_name' | 'last_name' | 'date_of_birth'> &
  Partial<DayPerson>

/** One for each thing that the door has to notice. */
const PEOPLE: readonly PracticePerson[] = [
  { first_name: 'Albert', last_name: 'Marsh', date_of_birth: '1951-04-02' },
  {
    first_name: 'Desmond',
    last_name: 'Okafor',
    date_of_birth: '1958-11-23',
    support_needs: ['hearing loop', 'other'],
    support_note: 'Reads lips. Please face him when you speak.',
  },
  { first_name: 'Frank', last_name: 'Lowe', date_of_birth: '1963-01-30', to_pay_pence: 2_500 },
  { first_name: 'George', last_name: 'Adams', date_of_birth: '1946-08-05' },
  { first_name: 'George', last_name: 'Adams', date_of_birth: '1970-09-11' },
  {
    first_name: 'Harold',
    last_name: 'Pike',
    date_of_birth: '1955-06-17',
    is_consent_withdrawn: true,
  },
  {
    first_name: 'Imran',
    last_name: 'Shah',
    date_of_birth: '1966-02-14',
    support_needs: ['interpreter'],
    support_note: 'Urdu',
  },
  {
    first_name: 'James',
    last_name: 'Whitlock',
    date_of_birth: '1949-12-01',
    support_needs: ['wheelchair', 'carer'],
  },
  {
    first_name: 'Kenneth',
    last_name: 'Rowe',
    date_of_birth: '1960-07-07',
    to_pay_pence: 2_500,
    money_warning: 'under review',
  },
  { first_name: 'Liam', last_name: 'O’Brien', date_of_birth: '1972-03-19', is_booked: false },
  {
    first_name: 'Norman',
    last_name: 'Tate',
    date_of_birth: '1944-10-28',
    is_capacity_doubted: true,
  },
  {
    first_name: 'Oliver',
    last_name: 'Hale',
    date_of_birth: '1968-05-09',
    support_needs: ['large print'],
  },
]

/** Of a helper who was here before, and whose tube somebody else recorded once more. */
const EARLIER_TUBE = tubeCodeOf(FIRST_LABEL + LABELS)
/** Places in the list. */
const [IMRAN, JAMES, LIAM] = [6, 7, 9]

/**
 * Twelve people, half of them due already, and three places for walk-ins. A colleague has begun: two things
 * are to be looked at.
 */
export function practiceDay(now: Date): Day {
  const at = now.toISOString()
  const earlier = (place: number, press: Pick<DayAction, 'type'> & Partial<DayAction>) => ({
    id: `${press.type} ${place}`,
    device: 'practice',
    sequence: 0,
    at,
    appointment_id: idAt(place),
    ...press,
  })
  const presses = [
    earlier(JAMES, { type: 'arrive' }),
    earlier(JAMES, { type: 'sample', tube: EARLIER_TUBE, drawn_by: 'Eva Nurse' }),
    earlier(IMRAN, { type: 'arrive' }),
    earlier(LIAM, { type: 'arrive' }),
  ]
  const problems = [
    problemAt(LIAM, { code: 'cancelled_meanwhile', status: 'flagged', type: 'arrive', at }),
    problemAt(IMRAN, {
      code: 'tube_taken',
      status: 'refused',
      type: 'sample',
      tube: EARLIER_TUBE,
      at,
    }),
  ]
  return { ...presses.reduce(afterPractice, emptyDay(now)), problems }
}

function problemAt(
  place: number,
  problem: Pick<DayProblem, 'code' | 'status' | 'type' | 'at'> & Partial<DayProblem>,
): DayProblem {
  return {
    id: `${problem.code} ${place}`,
    also: [],
    appointment_id: idAt(place),
    walk_in: null,
    name: null,
    pence: null,
    tube: null,
    by: 'Tom Helper',
    reviewed: null,
    ...problem,
  }
}

/** Marks one of its problems as dealt with. */
export function afterReview(day: Day, id: string, now: Date): Day {
  const reviewed = { by: 'you', at: now.toISOString() }
  const problems = day.problems.map((one) => (one.id === id ? { ...one, reviewed } : one))
  return { ...day, problems }
}

function emptyDay(now: Date): Day {
  const minutes = SESSION_MINUTES * 60_000
  const starts = new Date(Math.floor(now.getTime() / minutes) * minutes - SLOTS_BEFORE * minutes)
  const timeOf = (slot: number) => ukTime(new Date(starts.getTime() + slot * minutes))
  const end = PEOPLE.length + 3
  return {
    event: {
      id: 0,
      name: 'Practice day',
      date: ukDate(starts),
      start: timeOf(0),
      end: timeOf(end),
      session_minutes: SESSION_MINUTES,
      address: 'Made-up hall',
      price_pence: PRICE_PENCE,
      requires_nhs_number: false,
      tubes: { own_labels_only: true, patterns: null },
    },
    staff: ['Eva Nurse', 'Tom Helper'],
    is_lead: true,
    places: [
      { time: timeOf(end - 3), free: 1, kept_back: 0 },
      { time: timeOf(end - 2), free: 1, kept_back: 1 },
    ],
    server_time: now.toISOString(),
    closed_at: null,
    people: PEOPLE.map((person, place) => ({
      appointment_id: idAt(place),
      walk_in: null,
      reference: referenceOf(place),
      time: timeOf(place),
      is_booked: true,
      to_pay_pence: 0,
      state: 'expected' as const,
      since: null,
      by: null,
      arrived_at: null,
      action_id: null,
      tubes: [],
      presses: [],
      support_needs: [],
      support_note: null,
      ...person,
    })),
    problems: [],
    cancelled_references: [],
  }
}

function idAt(place: number): number {
  return -(place + 1)
}

/** What to type or scan: the tubes, and the booking codes of some people. */
export function practiceCodes({ people }: Pick<Day, 'people'>) {
  return {
    tubes: Array.from({ length: LABELS }, (_, label) => tubeCodeOf(FIRST_LABEL + label)),
    bookings: people
      .filter(({ walk_in }) => walk_in === null)
      .map(({ first_name, last_name, reference }) => ({
        name: `${first_name} ${last_name}`,
        code: appointmentCodeOf(reference),
      })),
  }
}

/** The day as the site would tell it after the action. */
export function afterPractice(day: Day, action: DayAction): Day {
  const people = afterActions(day, [action]).map(toPerson)
  const isNew = people.length > day.people.length
  return { ...day, people, places: isNew ? placesWithout(day.places) : day.places }
}

function toPerson({ isWaiting: _, ...person }: ShownPerson, place: number): DayPerson {
  return { ...person, appointment_id: person.appointment_id ?? idAt(place) }
}

/** A walk-in gets a place that was kept back before a free one. */
function placesWithout(places: Day['places']): Day['places'] {
  const keptBack = places.findIndex(({ kept_back: left }) => left > 0)
  const taken = keptBack === -1 ? places.findIndex(({ free }) => free > 0) : keptBack
  return places.map((one, place) => {
    if (place !== taken) return one
    return keptBack === -1
      ? { ...one, free: one.free - 1 }
      : { ...one, kept_back: one.kept_back - 1 }
  })
}

/** What of the practice day is unresolved when it is closed. */
export function unresolvedInPractice(day: Day, now: Date): DayUnresolved {
  const personOf = (problem: DayProblem) => day.people.find((one) => isSamePerson(one, problem))
  const missed = missedIn(day, now)
  const expected = day.people.filter(({ state }) => state === 'expected')
  return {
    missed: missed.length,
    still_expected: expected.length - missed.length,
    problems: openProblems(day.problems, personOf).map((problem) => {
      const person = personOf(problem)
      return { ...problem, name: person ? named(person).name : null }
    }),
    samples_without_owner: [],
    two_tubes: day.people
      .filter((person) => standingSamples(actionsOf(knownPresses(person))).length > 1)
      .map((person) => ({ ...named(person), tubes: person.tubes })),
    not_done: day.people.filter(({ state }) => state === 'arrived').map(named),
    gaps: [],
  }
}

/** Closes it: who was missed by then did not attend. */
export function closePractice(day: Day, now: Date): Day {
  const missed = new Set(missedIn(day, now))
  const at = now.toISOString()
  const people = day.people.map((person) => (missed.has(person) ? absent(person, at) : person))
  return { ...day, people, closed_at: at }
}

function absent(person: DayPerson, at: string): DayPerson {
  const id = `missed ${person.appointment_id}`
  const type = 'did_not_attend'
  const absence = { id, type, at, by: null, tube: null, samples: null, undone: null } as const
  return {
    ...person,
    state: type,
    since: at,
    action_id: id,
    presses: [...knownPresses(person), absence],
  }
}

function missedIn({ people, event }: Day, now: Date): DayPerson[] {
  const endedBy = missedBefore(now).getTime() - event.session_minutes * 60_000
  return people.filter(
    ({ state, is_booked: isBooked, time }) =>
      state === 'expected' && isBooked && instantAt(event, time).getTime() <= endedBy,
  )
}

function named({ appointment_id, first_name, last_name }: DayPerson) {
  return { appointment_id, name: `${first_name} ${last_name}` }
}

function referenceOf(place: number): string {
  return `PRAC-T${String(place + 1).padStart(3, '0')}`
}

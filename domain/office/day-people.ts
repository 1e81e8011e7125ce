// A day's people as the tablet shows them: what the server knows with what waits to be sent.
import { foldText } from '../fold-text.ts'
import { latinName } from '../latin-names.ts'
import { attendanceOf } from './attendance.ts'
import { actionsOf, pressesAfter } from './day-presses.ts'
import type { Day, DayAction, DayPerson, DayPress } from './day-schemas.ts'
import { instantAt } from './day-times.ts'
import { takingsAfter } from './day-venue-payments.ts'
import { plainTubeCode } from './tube-code.ts'
import { nearestWithPlace, walkInPayment } from './walk-ins.ts'

export const DAY_TABS = ['expected', 'arrived', 'done', 'all'] as const
export type DayTab = (typeof DAY_TABS)[number]

/** `appointment_id` is null for a walk-in of this tablet that the server does not know yet. */
export type ShownPerson = Omit<DayPerson, 'appointment_id'> & {
  appointment_id: number | null
  isWaiting: boolean
}
type Named = Pick<ShownPerson, 'appointment_id' | 'walk_in'>

/** How an action names its person. Throws for somebody without appointment and registration. */
export function namedBy({
  appointment_id,
  walk_in,
}: Named): { appointment_id: number } | { walk_in: string } {
  if (appointment_id !== null) return { appointment_id }
  if (walk_in === null) throw new Error('a person without appointment has no registration')
  return { walk_in }
}

export function isSamePerson(one: Named, other: Named): boolean {
  return (
    (one.appointment_id !== null && one.appointment_id === other.appointment_id) ||
    (one.walk_in !== null && one.walk_in === other.walk_in)
  )
}

/**
 * The people after the actions that wait, which are of this tablet and in order. Walk-ins that the
 * server does not know yet come last.
 */
export function afterActions(
  day: Pick<Day, 'people' | 'event' | 'places'>,
  waiting: readonly DayAction[],
): ShownPerson[] {
  const { people } = day
  const known = new Set(people.map((person) => person.walk_in))
  const newcomers = waiting.flatMap((action) =>
    action.type === 'walk_in' && !known.has(action.id) ? newcomer(action, day) : [],
  )
  return [...people, ...newcomers].map((person) => {
    const own = waiting.filter((action) => isAbout(action, person))
    if (own.length === 0) return unchanged(person)
    const { takings, toPayPence } = takingsAfter(person, own)
    return {
      ...person,
      ...shown(pressesAfter(person, own)),
      to_pay_pence: toPayPence,
      ...(takings.length > 0 && { takings }),
      ...(own.some(({ type }) => type === 'doubt') && { is_capacity_doubted: true }),
    }
  })
}

const shownOf = new WeakMap<object, ShownPerson>()

/** The same object each time, so that a screen draws only those who changed. */
function unchanged(person: Omit<ShownPerson, 'isWaiting'>): ShownPerson {
  const known = shownOf.get(person)
  if (known) return known
  const shown = { ...person, isWaiting: false }
  shownOf.set(person, shown)
  return shown
}

function isAbout(action: DayAction, person: Named): boolean {
  const { type, id, appointment_id = null, walk_in = null } = action
  return isSamePerson({ appointment_id, walk_in: type === 'walk_in' ? id : walk_in }, person)
}

function newcomer(
  { id, at, registration }: DayAction,
  { event, places }: Pick<Day, 'event' | 'places'>,
): Omit<ShownPerson, 'isWaiting'>[] {
  // Of a registration that ends with a doubt there is no appointment.
  if (!registration || 'doubt' in registration) return []
  const { first_name, last_name, latin_first_name, latin_last_name } = registration
  const { date_of_birth, support_needs = [] } = registration
  const { price_pence: pricePence } = event
  const isWaived = walkInPayment(registration, { pricePence, isLead: true }) === 'waived'
  const times = places.map(({ time, free, kept_back: keptBack }) => {
    return { startsAt: instantAt(event, time), time, free, keptBack }
  })
  return [
    {
      appointment_id: null,
      walk_in: id,
      reference: '',
      first_name,
      last_name,
      ...(latin_first_name && { latin_first_name }),
      ...(latin_last_name && { latin_last_name }),
      date_of_birth,
      time: nearestWithPlace(times, new Date(at))?.time ?? event.start,
      is_booked: true,
      to_pay_pence: isWaived ? 0 : pricePence,
      state: 'expected',
      since: null,
      by: null,
      arrived_at: null,
      action_id: null,
      tubes: [],
      presses: [],
      support_needs,
      support_note: registration.support_note ?? null,
    },
  ]
}

export function isInTab({ state }: Pick<DayPerson, 'state'>, tab: DayTab): boolean {
  if (tab === 'all') return true
  if (tab === 'done') return state !== 'expected' && state !== 'arrived'
  return state === tab
}

/** Every word typed begins a name, or is in the time, the reference or the date of birth. */
export function findPeople<T extends Omit<DayPerson, 'appointment_id'>>(
  people: readonly T[],
  search: string,
): T[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return people.filter((person) => {
    const { names, others } = textsOf(person)
    return words.every(
      (word) =>
        names.some((name) => name.startsWith(word)) || others.some((other) => other.includes(word)),
    )
  })
}

type Texts = { names: string[]; others: string[] }
const textsOfPeople = new WeakMap<object, Texts>()

/** Once for each person: the search runs over hundreds of them at every letter. */
function textsOf(person: Omit<DayPerson, 'appointment_id'>): Texts {
  const known = textsOfPeople.get(person)
  if (known) return known
  const { first_name, last_name, reference, time } = person
  const tubes = [...person.tubes, ...(person.presses ?? []).flatMap(({ tube }) => tube ?? [])]
  const [year = '', month = '', day = ''] = person.date_of_birth.split('-')
  const name = `${first_name} ${last_name} ${latinName(person) ?? ''}`
  const texts = {
    names: [...plain(name).split(/\s+/), ...joined(name).split(/\s+/)],
    others: [
      joined(reference),
      ...[reference, time, `${day}/${month}/${year}`, ...tubes].map(plain),
    ],
  }
  textsOfPeople.set(person, texts)
  return texts
}

/** The person of this day who has the tube, with what waits. */
export function personWithTube<T extends Pick<DayPerson, 'tubes'>>(
  people: readonly T[],
  typed: string,
): T | null {
  const code = plainTubeCode(typed)
  return people.find(({ tubes }) => code !== null && tubes.includes(code)) ?? null
}

/** Who last had the tube, by a sample that was undone; null while a sample of it stands. */
export function formerOwner<T extends Pick<DayPerson, 'tubes' | 'presses'>>(
  people: readonly T[],
  typed: string,
): T | null {
  const code = plainTubeCode(typed)
  if (code === null || personWithTube(people, typed)) return null
  const hadIt = ({ presses = [] }: T) => presses.some(({ tube }) => tube === code)
  return people.find(hadIt) ?? null
}

function shown(actions: DayPress[]) {
  const { state, deciding, arrivedAt, tubes } = attendanceOf(actionsOf(actions))
  return {
    isWaiting: true,
    presses: actions,
    state,
    since: deciding?.at.toISOString() ?? null,
    by: null,
    arrived_at: arrivedAt?.toISOString() ?? null,
    action_id: deciding?.id ?? null,
    tubes,
  }
}

function plain(text: string): string {
  return foldText(text).replace(/['’-]/g, ' ')
}

/** 'obrien' for O’Brien, and a reference without its hyphen. */
function joined(text: string): string {
  return foldText(text).replace(/['’-]/g, '')
}

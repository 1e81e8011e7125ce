import { eventEnd, eventStart } from '../events.ts'
import { generateSlots, type Slot } from '../slots.ts'
import { addDays, ukInstant } from '../uk-time.ts'
import type { Break } from './events.ts'

/** Times 'HH:mm' in London. `kept_back` counts places of the whole day that only staff book. */
export type SlotPlan = {
  start: string
  end: string
  session_minutes: number
  places_per_slot: number
  breaks: Break[]
  kept_back: number
}

export type PlannedSlot = Slot & { places: number; keptBack: number }

/** The slots outside the breaks, with the places kept back spread evenly over the day. */
export function planSlots(date: string, plan: SlotPlan): PlannedSlot[] {
  const times = timesOf(date, plan)
  const breaks = plan.breaks.map((one) => ({
    from: inDay(date, plan, one.start),
    until: inDay(date, plan, one.end),
  }))
  const slots = generateSlots({ ...times, session_duration: plan.session_minutes }).filter(
    ({ startsAt, endsAt }) => !breaks.some(({ from, until }) => startsAt < until && endsAt > from),
  )
  const keptBack = Math.min(plan.kept_back, slots.length * plan.places_per_slot)
  const keptUntil = (n: number) => Math.floor((n * keptBack) / slots.length)
  return slots.map((slot, n) => ({
    ...slot,
    places: plan.places_per_slot,
    keptBack: keptUntil(n + 1) - keptUntil(n),
  }))
}

/** '36 places, 09:00 to 12:00, last at 11:50, 4 kept back'; or the first reason why no day can follow the plan. */
export function planInWords(date: string, plan: SlotPlan): string {
  const reason = whyNotPlan(date, plan)
  if (reason) return reason.message
  const slots = planSlots(date, plan)
  const places = slots.reduce((sum, slot) => sum + slot.places, 0)
  const parts = [
    `${places} ${places === 1 ? 'place' : 'places'}`,
    `${plan.start} to ${plan.end}${plan.end < plan.start ? ' on the next day' : ''}`,
    ...(slots.length > 0 ? [`last at ${slots.at(-1)?.time}`] : []),
    ...(plan.kept_back > 0 ? [`${plan.kept_back} kept back`] : []),
  ]
  return parts.join(', ')
}

/** The earliest end by which the day has this many places; null when it would last a whole day. */
export function endForPlaces(date: string, plan: SlotPlan, wanted: number): string | null {
  const [hour = 0, minute = 0] = plan.end.split(':').map(Number)
  const start = Number(plan.start.slice(0, 2)) * 60 + Number(plan.start.slice(3))
  const end = hour * 60 + minute + (plan.end <= plan.start ? DAY_MINUTES : 0)
  for (let later = end; later < start + DAY_MINUTES; later += 5) {
    const longer = { ...plan, end: clock(later), kept_back: 0 }
    if (planSlots(date, longer).length * plan.places_per_slot >= wanted) return longer.end
  }
  return null
}

const DAY_MINUTES = 24 * 60

function clock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Start and end of the day as instants. */
export function dayOfPlan(date: string, plan: SlotPlan): { startsAt: Date; endsAt: Date } {
  const times = timesOf(date, plan)
  return { startsAt: eventStart(times), endsAt: eventEnd(times) }
}

/** The first reason why no day can follow the plan, as field and sentence; or null. */
export function whyNotPlan(
  date: string,
  plan: SlotPlan,
): { field: string; message: string } | null {
  if (plan.start === plan.end)
    return {
      field: 'slot_plan.end',
      message: 'The last appointment must end after the first one starts.',
    }
  const { startsAt, endsAt } = dayOfPlan(date, plan)
  const isOutside = plan.breaks.some((one) => {
    const [from, until] = [inDay(date, plan, one.start), inDay(date, plan, one.end)]
    return from >= until || from < startsAt || until > endsAt
  })
  if (isOutside)
    return { field: 'slot_plan.breaks', message: 'A break must begin and end within the day.' }
  const places = planSlots(date, plan).length * plan.places_per_slot
  if (plan.kept_back > places)
    return { field: 'slot_plan.kept_back', message: `There are only ${places} places.` }
  return null
}

export type PlacedPlace = {
  startsAt: Date
  placeNumber: number
  /** Booked, held or offered. */
  isTaken: boolean
  isKeptBack: boolean
}
type PlaceKey = Pick<PlacedPlace, 'startsAt' | 'placeNumber'>

type PlaceChanges = {
  add: (PlaceKey & { isKeptBack: boolean })[]
  remove: PlaceKey[]
  keepBack: PlaceKey[]
  release: PlaceKey[]
  /** Slots that would lose a taken place; then the rest must not be done. */
  taken: Date[]
  /** Places that could not be kept back, because they are taken. */
  notKept: number
}

/** How `places` become those of the plan without touching one that is taken. */
export function changePlaces(places: PlacedPlace[], slots: PlannedSlot[]): PlaceChanges {
  const planned = new Map(slots.map((slot) => [slot.startsAt.getTime(), slot]))
  const bySlot = Map.groupBy(places, ({ startsAt }) => startsAt.getTime())
  const remove: PlacedPlace[] = []
  const taken: Date[] = []
  const stay: PlacedPlace[] = []
  for (const [start, inSlot] of bySlot) {
    const surplus = inSlot.length - (planned.get(start)?.places ?? 0)
    const free = inSlot.filter(({ isTaken }) => !isTaken).sort(lastFreeFirst)
    if (surplus > free.length) taken.push(new Date(start))
    const gone = new Set(free.slice(0, Math.max(0, surplus)))
    remove.push(...gone)
    stay.push(...inSlot.filter((place) => !gone.has(place)))
  }
  const added = slots.flatMap(({ startsAt, places: wanted }) => {
    const inSlot = bySlot.get(startsAt.getTime()) ?? []
    const highest = Math.max(0, ...inSlot.map(({ placeNumber }) => placeNumber))
    return Array.from({ length: Math.max(0, wanted - inSlot.length) }, (_, n) => ({
      startsAt,
      placeNumber: highest + n + 1,
      isTaken: false,
      isKeptBack: false,
    }))
  })
  const wantedKept = slots.reduce((sum, { keptBack }) => sum + keptBack, 0)
  const missing = wantedKept - stay.filter(({ isKeptBack }) => isKeptBack).length
  const toKeep = missing > 0 ? choose([...stay, ...added], planned, missing) : []
  const kept = new Set(toKeep)
  const release =
    missing < 0
      ? stay.filter(({ isKeptBack, isTaken }) => isKeptBack && !isTaken).slice(0, -missing)
      : []
  return {
    add: added.map((place) => ({ ...place, isKeptBack: kept.has(place) })),
    remove,
    keepBack: toKeep.filter((place) => !added.includes(place)),
    release,
    taken: taken.sort((a, b) => a.getTime() - b.getTime()),
    notKept: Math.max(0, missing) - toKeep.length,
  }
}

/** Free places, first of slots that keep fewer back than planned, then of the latest. */
function choose(
  places: PlacedPlace[],
  planned: Map<number, PlannedSlot>,
  count: number,
): PlacedPlace[] {
  const keptOf = new Map<number, number>()
  for (const { startsAt, isKeptBack } of places) {
    if (isKeptBack) keptOf.set(startsAt.getTime(), (keptOf.get(startsAt.getTime()) ?? 0) + 1)
  }
  const free = places.filter(({ isTaken, isKeptBack }) => !isTaken && !isKeptBack)
  const asPlanned = free.filter(({ startsAt }) => {
    const kept = keptOf.get(startsAt.getTime()) ?? 0
    if (kept >= (planned.get(startsAt.getTime())?.keptBack ?? 0)) return false
    keptOf.set(startsAt.getTime(), kept + 1)
    return true
  })
  const rest = free.filter((place) => !asPlanned.includes(place)).reverse()
  return [...asPlanned, ...rest].slice(0, count)
}

function lastFreeFirst(a: PlacedPlace, b: PlacedPlace): number {
  return Number(a.isKeptBack) - Number(b.isKeptBack) || b.placeNumber - a.placeNumber
}

function timesOf(date: string, { start, end }: Pick<SlotPlan, 'start' | 'end'>) {
  return { event_date: date, start_time: `${start}:00`, end_time: `${end}:00` }
}

/** A clock time before the start is on the next day. */
function inDay(date: string, { start }: SlotPlan, time: string): Date {
  return ukInstant(time < start ? addDays(date, 1) : date, time)
}

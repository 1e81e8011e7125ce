import { addDays, ukDate, ukInstant, ukTime } from '../uk-time.ts'
import type { PlannedSlot } from './slot-plan.ts'

/** How long a member may cancel free of charge after the office changed the time. */
export const FREE_CANCELLATIONS = ['7 days', '48 hours', 'none'] as const
export type FreeCancellation = (typeof FREE_CANCELLATIONS)[number]

/** Appointments 'move' with the start of the day, or 'keep' their time on the clock. */
export const TIME_CHOICES = ['move', 'keep'] as const
export type TimeChoice = (typeof TIME_CHOICES)[number]

const HOURS: Record<FreeCancellation, number | null> = { '7 days': 168, '48 hours': 48, none: null }

/** At the latest when the appointment starts; null for 'none'. */
export function freeCancellationEnds(
  choice: FreeCancellation,
  { now, startsAt }: { now: Date; startsAt: Date },
): Date | null {
  const hours = HOURS[choice]
  if (hours === null) return null
  return new Date(Math.min(now.getTime() + hours * 3_600_000, startsAt.getTime()))
}

/** The London date of a day and its first time 'HH:mm'. */
type DayStart = { date: string; start: string }

/** When an appointment of the day `from` would start on the day `to`. */
export function timeOnNewDay(
  startsAt: Date,
  { from, to, times }: { from: DayStart; to: DayStart; times: TimeChoice },
): Date {
  const isNextDay = ukDate(startsAt) !== from.date
  const shift = times === 'move' ? minutesOf(to.start) - minutesOf(from.start) : 0
  const minutes = minutesOf(ukTime(startsAt)) + shift + (isNextDay ? DAY : 0)
  const days = Math.floor(minutes / DAY)
  const inDay = minutes - days * DAY
  const clock = [Math.floor(inDay / 60), inDay % 60].map((n) => String(n).padStart(2, '0'))
  return ukInstant(addDays(to.date, days), clock.join(':'))
}

type ToAssign = { id: number; wanted: Date }
/** `isOther` when the wanted time has no place and this one is the nearest. */
export type Assigned<Slot extends FreeSlot = PlannedSlot> = {
  id: number
  slot: Slot
  isOther: boolean
}
type FreeSlot = Pick<PlannedSlot, 'startsAt' | 'places' | 'keptBack'>

/**
 * A slot for each appointment, the wanted one or else the nearest with a free place: of those who
 * want the same, the lowest ids stay. Places kept back are given last. Null when there are fewer
 * places than appointments.
 */
export function assignSlots<Slot extends FreeSlot>(
  appointments: readonly ToAssign[],
  slots: readonly Slot[],
): Assigned<Slot>[] | null {
  const left = slots.map((slot) => ({ slot, places: slot.places }))
  const assigned: Assigned<Slot>[] = []
  const others: ToAssign[] = []
  for (const one of appointments.toSorted((a, b) => a.id - b.id)) {
    const same = left.find(({ slot }) => slot.startsAt.getTime() === one.wanted.getTime())
    if (same && same.places > 0) {
      same.places -= 1
      assigned.push({ id: one.id, slot: same.slot, isOther: false })
    } else others.push(one)
  }
  for (const { id, wanted } of others.toSorted(inOrderOfTime)) {
    const distance = ({ slot }: { slot: FreeSlot }) =>
      Math.abs(slot.startsAt.getTime() - wanted.getTime())
    const isKept = (one: (typeof left)[number]) => Number(one.places <= one.slot.keptBack)
    const [nearest] = left
      .filter(({ places }) => places > 0)
      .sort((a, b) => isKept(a) - isKept(b) || distance(a) - distance(b))
    if (!nearest) return null
    nearest.places -= 1
    assigned.push({ id, slot: nearest.slot, isOther: true })
  }
  return assigned.sort((a, b) => a.id - b.id)
}

export type NewPlace = {
  startsAt: Date
  placeNumber: number
  isKeptBack: boolean
  appointmentId: number | null
}

/**
 * Every place of the new day, those of appointments first in their slot, and a further one for each
 * member who has come, at the time that they have.
 */
export function placesOf(
  slots: readonly PlannedSlot[],
  assigned: readonly Assigned[],
  arrived: readonly { id: number; startsAt: Date }[] = [],
): NewPlace[] {
  const placesAt = new Map(slots.map(({ startsAt, places }) => [startsAt.getTime(), places]))
  const further = arrived.map(({ id, startsAt }) => {
    const placeNumber = (placesAt.get(startsAt.getTime()) ?? 0) + 1
    placesAt.set(startsAt.getTime(), placeNumber)
    return { startsAt, placeNumber, isKeptBack: false, appointmentId: id }
  })
  return [...plannedPlaces(slots, assigned), ...further]
}

function plannedPlaces(slots: readonly PlannedSlot[], assigned: readonly Assigned[]): NewPlace[] {
  const bySlot = Map.groupBy(assigned, ({ slot }) => slot.startsAt.getTime())
  return slots.flatMap(({ startsAt, places, keptBack }) =>
    Array.from({ length: places }, (_, n) => ({
      startsAt,
      placeNumber: n + 1,
      isKeptBack: n >= places - keptBack,
      appointmentId: bySlot.get(startsAt.getTime())?.[n]?.id ?? null,
    })),
  )
}

const DAY = 24 * 60

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function inOrderOfTime(a: ToAssign, b: ToAssign): number {
  return a.wanted.getTime() - b.wanted.getTime() || a.id - b.id
}

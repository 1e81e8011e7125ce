import type { CharityEvent } from '../../domain/contract.ts'
import { MAX_HOLDS_PER_SLOT } from '../../domain/hold-limits.ts'
import type { StoredAppointment, StoredPlace } from '../invariants/booking-invariants.queries.ts'

export type Done = {
  deed: 'hold' | 'release' | 'book' | 'cancel' | 'move'
  member: number
  status: number
  code: string
  eventId: number
  startsAt: number
  /** The appointment that was named or created. */
  id: number | null
  holdId: string | null
  key: string | null
}

type Stored = { appointments: StoredAppointment[]; places: StoredPlace[] }
type Observed = { done: Done[]; events: CharityEvent[]; isLater: boolean }

/**
 * Contradictions between the database and the responses: what was acknowledged is stored, what
 * was refused is not, and each refusal had a true reason. `isLater` when holds may have expired
 * meanwhile.
 */
export function contradictions(stored: Stored, observed: Observed): string[] {
  const { done } = observed
  const odd = done.filter(({ deed, code }) => !answersOf[deed].includes(code))
  return [
    ...odd.map(({ deed, code }) => `${deed} was answered ${code}`),
    ...aboutBookings(stored.appointments, done),
    ...stored.appointments.flatMap((one) => aboutChanges(one, done)),
    ...aboutHolds(stored.places, observed),
    ...observed.events.flatMap(({ event_id: id, total_spaces: places }) =>
      stored.places.filter(({ event_id }) => event_id === id).length === places
        ? []
        : [`event ${id} lacks some of its ${places} places`],
    ),
  ]
}

const answersOf: Record<Done['deed'], string[]> = {
  hold: ['done', 'slot_taken', 'held_before', 'busy'],
  release: ['done', 'not_found'],
  book: ['done', 'slot_taken', 'duplicate', 'existing_booking'],
  cancel: ['done', 'not_booked'],
  move: ['done', 'slot_taken', 'not_booked'],
}

function aboutBookings(stored: StoredAppointment[], done: Done[]): string[] {
  const asked = done.filter(({ deed }) => deed === 'book')
  const booked = asked.filter(isDone)
  const words: string[] = []
  for (const { id, member, eventId } of booked) {
    const row = stored.find((one) => one.id === id)
    if (!row) words.push(`booking ${id} was acknowledged and is not stored`)
    else if (row.member_id !== member || row.event_id !== eventId)
      words.push(`booking ${id} differs from its request`)
  }
  for (const { id } of stored) {
    const requests = new Set(booked.filter((one) => one.id === id).map(({ key }) => key ?? {}))
    if (requests.size === 0) words.push(`booking ${id} was never acknowledged`)
    if (requests.size > 1) words.push(`booking ${id} was given to ${requests.size} requests`)
  }
  // A repeat may be refused before the original is accepted, but not because of it.
  for (const { key, member, eventId } of asked.filter(({ code }) => code === 'duplicate')) {
    const there = booked.filter((one) => one.member === member && one.eventId === eventId)
    if (key !== null && there.length > 0 && there.every((one) => one.key === key))
      words.push('a repeat was refused because of its own booking')
  }
  for (const { member, eventId, code } of asked) {
    const has = booked.filter((one) => one.member === member)
    const isThere = code === 'duplicate' ? has.some((one) => one.eventId === eventId) : has.length
    if (/^(duplicate|existing_booking)$/.test(code) && !isThere)
      words.push(`a member without appointments was refused as ${code}`)
  }
  return words
}

function aboutChanges(row: StoredAppointment, done: Done[]): string[] {
  const about = done.filter(({ id }) => id === row.id)
  const cancels = about.filter((one) => one.deed === 'cancel' && isDone(one)).length
  const times = about.filter((one) => one.deed !== 'cancel' && isDone(one))
  const moves = times.filter(({ deed }) => deed === 'move').length
  const isCancelled = row.status === 'cancelled'
  const changes = row.calendar_sequence - (isCancelled ? 1 : 0)
  const words: string[] = []
  if (cancels !== (isCancelled ? 1 : 0))
    words.push(`booking ${row.id} is ${row.status} after ${cancels} cancellations`)
  if (!isCancelled && about.some(({ code }) => code === 'not_booked'))
    words.push(`booking ${row.id} was refused as not booked`)
  if (!times.some(({ startsAt }) => startsAt === new Date(row.slot_starts_at).getTime()))
    words.push(`booking ${row.id} is at a time that no response named`)
  if (changes > moves)
    words.push(`booking ${row.id} moved ${changes} times, of ${moves} acknowledged`)
  return words
}

function aboutHolds(places: StoredPlace[], { done, isLater }: Observed): string[] {
  const held = done.filter((one) => one.deed === 'hold' && isDone(one))
  const released = done.filter((one) => one.deed === 'release' && isDone(one))
  const words: string[] = []
  for (const { hold_id: id, held_by: member } of places) {
    if (id === null) continue
    if (!held.some((one) => one.holdId === id && one.member === member))
      words.push(`hold ${id} was never acknowledged`)
    if (released.some(({ holdId }) => holdId === id)) words.push(`hold ${id} was released`)
  }
  for (const { member, holdId } of held) {
    // Another accepted request of the member may have ended it.
    const others = done.filter(
      (one) => one.member === member && one.holdId !== holdId && isDone(one),
    )
    const isOver = isLater || others.length > 0 || released.some((one) => one.holdId === holdId)
    if (!isOver && !places.some(({ hold_id }) => hold_id === holdId))
      words.push(`hold ${holdId} was acknowledged and is not stored`)
  }
  for (const { member, eventId, startsAt } of done.filter(({ code }) => code === 'held_before')) {
    const times = held.filter(
      (one) => one.member === member && one.eventId === eventId && one.startsAt === startsAt,
    )
    if (times.length < MAX_HOLDS_PER_SLOT)
      words.push(`a slot was held ${times.length} times by a member refused as held before`)
  }
  return words
}

function isDone({ status }: Done): boolean {
  return status < 300
}

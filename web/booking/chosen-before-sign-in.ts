// The time that a visitor chose before signing in, in the address that leads on afterwards.
import type { CharityEvent } from '../../domain/contract.ts'
import { stepAddress } from './steps.ts'

/** Key of this tab's stored hold before sign-in. */
export function visitorOwner(event: Pick<CharityEvent, 'event_id'>): string {
  return `visitor/${event.event_id}`
}

/** `isHeld`: whether a hold is to be claimed; otherwise the time is only chosen. */
export function afterSignInAddress(
  eventId: number,
  { time, isHeld }: { time: string | null; isHeld: boolean },
): string {
  const chosen = time === null ? '' : `&${isHeld ? 'claim' : 'time'}=${time}`
  return `/book-event?event=${eventId}${chosen}`
}

/** The times at which a hold that could not be claimed is explained. */
export function lostHoldAddress(eventId: number, time: string): string {
  return withWanted(stepAddress(eventId, 'time'), { time, isLost: true })
}

export type Wanted = { time: string; isLost: boolean }

/** The time that the address asks for, and whether its hold was lost; null without one. */
export function wantedIn(search: string): Wanted | null {
  const lost = timeIn(search, 'lost')
  const time = lost ?? claimedIn(search) ?? timeIn(search, 'time')
  return time === null ? null : { time, isLost: lost !== null }
}

/** The address with the time that another one asked for. */
export function withWanted(address: string, wanted: Wanted | null): string {
  return wanted === null ? address : `${address}&${wanted.isLost ? 'lost' : 'time'}=${wanted.time}`
}

/** The time whose hold is to be claimed; or null. */
export function claimedIn(search: string): string | null {
  return timeIn(search, 'claim')
}

/** The event and time of a booking that a return path leads back to; or null. */
export function chosenIn(from: string | null): { eventId: string; time: string } | null {
  const [path, search = ''] = from?.split('?') ?? []
  const eventId = new URLSearchParams(search).get('event')
  const wanted = wantedIn(search)
  if (path !== '/book-event' || !eventId || !wanted) return null
  return { eventId, time: wanted.time }
}

function timeIn(search: string, name: string): string | null {
  const time = new URLSearchParams(search).get(name)
  return time !== null && /^\d\d:\d\d$/.test(time) ? time : null
}

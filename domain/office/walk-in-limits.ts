// How many people may be registered at a door, when, and by whom.
import { HOUR_MS } from '../durations.ts'
import { isFull, type Pressed } from './hourly-limit.ts'

/** By one person within an hour. */
const WALK_INS_AN_HOUR = 15
/** Of them by somebody who does not lead the day, into places that were not kept back. */
const OPEN_PLACES_AN_HOUR = 5

export type WalkInLimit = 'walk_ins_not_open' | 'too_many_walk_ins'

export type Registered = Pressed & { isOpenPlace: boolean }

type Params = {
  /** When it was pressed, not later than `now`. */
  at: Date
  now: Date
  event: { startsAt: Date; endsAt: Date }
  isLead: boolean
  registered: readonly Registered[]
}

/** Why nobody more may be registered, not even into a place that was kept back; or null. */
export function whyNotMore({ at, now, event, registered }: Params): WalkInLimit | null {
  if (at.getTime() > event.endsAt.getTime() + 2 * HOUR_MS) return 'walk_ins_not_open'
  return isFull(registered, { at, now, limit: WALK_INS_AN_HOUR }) ? 'too_many_walk_ins' : null
}

/** Why no place may be taken that was not kept back; or null. */
export function whyNotOpenPlace({
  at,
  now,
  event,
  isLead,
  registered,
}: Params): WalkInLimit | null {
  if (isBeforeWalkIns(at, event)) return 'walk_ins_not_open'
  if (isLead) return null
  const open = registered.filter(({ isOpenPlace }) => isOpenPlace)
  return isFull(open, { at, now, limit: OPEN_PLACES_AN_HOUR }) ? 'too_many_walk_ins' : null
}

/** Why nobody may be recorded without a place. */
export function whyNoMoreRecords(params: Params): WalkInLimit | null {
  return isBeforeWalkIns(params.at, params.event) ? 'walk_ins_not_open' : whyNotMore(params)
}

function isBeforeWalkIns(at: Date, { startsAt }: Params['event']): boolean {
  return at.getTime() < startsAt.getTime() - HOUR_MS
}

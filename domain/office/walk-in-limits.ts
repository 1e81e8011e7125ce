// How many people may be registered at a door, when, and by whom.
const HOUR_MS = 3_600_000

/** By one person within an hour. */
export const WALK_INS_AN_HOUR = 15
/** Of them by somebody who does not lead the day, into places that were not kept back. */
export const OPEN_PLACES_AN_HOUR = 5
/** A tablet without a connection sends several hours at once, but no more than this many. */
export const HOURS_SENT_AT_ONCE = 4

export type WalkInLimit = 'walk_ins_not_open' | 'too_many_walk_ins'

/** Of one person: `at` when it was pressed, `receivedAt` by the server. */
export type Registered = { at: Date; receivedAt: Date; isOpenPlace: boolean }

type Asked = {
  /** When it was pressed, not later than `now`. */
  at: Date
  now: Date
  event: { startsAt: Date; endsAt: Date }
  isLead: boolean
  registered: readonly Registered[]
}

/** Why nobody more may be registered, not even into a place that was kept back; or null. */
export function whyNotMore({ at, now, event, registered }: Asked): WalkInLimit | null {
  if (at.getTime() > event.endsAt.getTime() + 2 * HOUR_MS) return 'walk_ins_not_open'
  return isFull(registered, { at, now, limit: WALK_INS_AN_HOUR }) ? 'too_many_walk_ins' : null
}

/** Why no place may be taken that was not kept back; or null. */
export function whyNotOpenPlace({ at, now, event, isLead, registered }: Asked): WalkInLimit | null {
  if (isBeforeWalkIns(at, event)) return 'walk_ins_not_open'
  if (isLead) return null
  const open = registered.filter(({ isOpenPlace }) => isOpenPlace)
  return isFull(open, { at, now, limit: OPEN_PLACES_AN_HOUR }) ? 'too_many_walk_ins' : null
}

/** Why nobody may be recorded without a place. */
export function whyNoMoreRecords(asked: Asked): WalkInLimit | null {
  return isBeforeWalkIns(asked.at, asked.event) ? 'walk_ins_not_open' : whyNotMore(asked)
}

function isBeforeWalkIns(at: Date, { startsAt }: Asked['event']): boolean {
  return at.getTime() < startsAt.getTime() - HOUR_MS
}

function isFull(
  registered: readonly Registered[],
  { at, now, limit }: { at: Date; now: Date; limit: number },
): boolean {
  const since = now.getTime() - HOUR_MS
  const received = registered.filter(({ receivedAt }) => receivedAt.getTime() > since)
  if (received.length >= limit * HOURS_SENT_AT_ONCE) return true
  const pressed = registered.map((one) => one.at)
  return mostWithinAnHour(pressed, at) >= limit
}

/** The most of `times` in any one hour that contains `at`, whatever their order. */
export function mostWithinAnHour(times: readonly Date[], at: Date): number {
  const near = [at, ...times].map((time) => time.getTime() - at.getTime())
  const starts = near.filter((start) => start <= 0 && start > -HOUR_MS)
  const counts = starts.map(
    (start) => near.filter((time) => time >= start && time < start + HOUR_MS).length - 1,
  )
  return Math.max(0, ...counts)
}

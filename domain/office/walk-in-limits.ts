// How many people may be registered at a door, when, and by whom.
const HOUR_MS = 3_600_000

/** By one person within an hour. */
export const WALK_INS_AN_HOUR = 15
/** Of them by somebody who does not lead the day, into places that were not kept back. */
export const OPEN_PLACES_AN_HOUR = 5

export type WalkInLimit = 'walk_ins_not_open' | 'too_many_walk_ins'

/**
 * Why nobody more may be registered, or null. `at` is when it was pressed; `byPerson` counts what the
 * same person registered in the hour before. From an hour before the first slot to two hours after the
 * end; before that into places kept back only.
 */
export function whyNotMore(of: {
  at: Date
  event: { startsAt: Date; endsAt: Date }
  hasKeptBack: boolean
  isLead: boolean
  byPerson: { all: number; intoOpenPlaces: number }
}): WalkInLimit | null {
  const { at, event, hasKeptBack, isLead, byPerson } = of
  if (byPerson.all >= WALK_INS_AN_HOUR) return 'too_many_walk_ins'
  if (at.getTime() > event.endsAt.getTime() + 2 * HOUR_MS) return 'walk_ins_not_open'
  if (hasKeptBack) return null
  if (at.getTime() < event.startsAt.getTime() - HOUR_MS) return 'walk_ins_not_open'
  return !isLead && byPerson.intoOpenPlaces >= OPEN_PLACES_AN_HOUR ? 'too_many_walk_ins' : null
}

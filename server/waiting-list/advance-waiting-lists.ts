import type { Deps } from '../deps.ts'
import { offerPlaces } from './offer-places.ts'
import { listEventsWaitedFor } from './offers.queries.ts'

type WaitingDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

/**
 * Looks after every waiting list: ends offers whose time is over, and offers what came free without
 * anybody saying so, as when a hold ran out, places were added or a process died. At once with itself
 * or with anybody else, it does nothing twice. A list that cannot be looked after holds up no other;
 * `onError` hears of it.
 */
export async function advanceWaitingLists(
  deps: WaitingDeps,
  { onError }: { onError: (error: Error) => void },
): Promise<void> {
  for (const eventId of await listEventsWaitedFor(deps.database.db)) {
    await advanceWaitingList(deps, eventId).catch((error: unknown) =>
      onError(error instanceof Error ? error : new Error(String(error))),
    )
  }
  // Places that were offered or given up count otherwise on the pages.
  deps.cache.clear()
}

/** Looks after the waiting list of one event. */
export async function advanceWaitingList(
  { database, now, ...deps }: WaitingDeps,
  eventId: number,
): Promise<void> {
  await database.transaction((tx) => offerPlaces(tx, deps, { eventId, now: now() }))
  deps.jobs.kick()
}

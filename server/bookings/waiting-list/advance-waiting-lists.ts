import type { Deps } from '../../deps.ts'
import { commit } from '../../platform/commit.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { offerPlaces } from './offer-places.ts'
import { listEventsWaitedFor } from './offers.queries.ts'

type WaitingDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'site'>

/** Safe to run concurrently. A failing list goes to `onError` and stops no other. */
export async function advanceWaitingLists(
  deps: WaitingDeps,
  { onError }: { onError: OnError },
): Promise<void> {
  await forEachSafely(await listEventsWaitedFor(deps.database.db), onError, (eventId) =>
    advanceWaitingList(deps, eventId),
  )
}

export async function advanceWaitingList(deps: WaitingDeps, eventId: number): Promise<void> {
  await commit({ ...deps, eventIds: [eventId] }, (tx) =>
    offerPlaces(tx, deps, { eventId, now: deps.now() }),
  )
}

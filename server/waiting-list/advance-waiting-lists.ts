import type { Deps } from '../deps.ts'
import { commit } from '../platform/commit.ts'
import { offerPlaces } from './offer-places.ts'
import { listEventsWaitedFor } from './offers.queries.ts'

type WaitingDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

/** Safe to run concurrently. A failing list goes to `onError` and stops no other. */
export async function advanceWaitingLists(
  deps: WaitingDeps,
  { onError }: { onError: (error: Error) => void },
): Promise<void> {
  for (const eventId of await listEventsWaitedFor(deps.database.db)) {
    await advanceWaitingList(deps, eventId).catch((error: unknown) =>
      onError(error instanceof Error ? error : new Error(String(error))),
    )
  }
}

export async function advanceWaitingList(deps: WaitingDeps, eventId: number): Promise<void> {
  await commit(deps, (tx) => offerPlaces(tx, deps, { eventId, now: deps.now() }))
}

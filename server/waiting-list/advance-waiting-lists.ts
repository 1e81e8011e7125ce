import type { Parts } from '../deps.ts'
import { offerPlaces } from './offer-places.ts'
import { listEventsWaitedFor } from './offers.queries.ts'

type WaitingParts = Pick<Parts, 'database' | 'now' | 'jobs' | 'kept' | 'settings'>

/**
 * Looks after every waiting list: ends offers whose time is over, and offers what came free without
 * anybody saying so, as when a hold ran out, places were added or a process died. At once with itself
 * or with anybody else, it does nothing twice. A list that cannot be looked after holds up no other;
 * `onError` hears of it.
 */
export async function lookAfterWaiting(
  parts: WaitingParts,
  { onError }: { onError: (error: Error) => void },
): Promise<void> {
  for (const eventId of await listEventsWaitedFor(parts.database.db)) {
    await lookAfterList(parts, eventId).catch((error: unknown) =>
      onError(error instanceof Error ? error : new Error(String(error))),
    )
  }
  // Places that were offered or given up count otherwise on the pages.
  parts.kept.forgetAll()
}

/** Looks after the waiting list of one event. */
export async function lookAfterList(
  { database, now, ...parts }: WaitingParts,
  eventId: number,
): Promise<void> {
  await database.transaction((tx) => offerPlaces(tx, parts, { eventId, now: now() }))
  parts.jobs.kick()
}

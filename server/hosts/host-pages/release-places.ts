import { ukDate } from '../../../domain/uk-time.ts'
import { offerPlaces } from '../../bookings/waiting-list/offer-places.ts'
import type { Deps } from '../../deps.ts'
import { lockEvent, updateEvent } from '../../events/office.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { claimRelease, listReleasesDue, releaseUnclaimed } from './host-pages.queries.ts'

type ReleaseDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'site'>

/**
 * Releases the unclaimed places of each event whose day has begun: first to its waiting list, then
 * to everybody. Safe to run concurrently; a failure goes to `onError` and stops no other event.
 */
export async function releaseHostPlaces(deps: ReleaseDeps, onError: OnError): Promise<void> {
  const now = deps.now()
  const due = await listReleasesDue(deps.database.db, { today: ukDate(now), now })
  await forEachSafely(due, onError, (eventId) => releasePlacesOf(deps, { eventId, now }))
}

async function releasePlacesOf(
  deps: ReleaseDeps,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    const event = await lockEvent(tx, eventId)
    if (event?.status !== 'published') return
    if (!(await claimRelease(tx, { eventId, today: ukDate(now), now }))) return
    const places = await releaseUnclaimed(tx, eventId)
    // A form that was opened before would keep them back again.
    await updateEvent(tx, eventId, { changedBy: null })
    await insertAudit(tx, { subject: `event ${eventId}`, at: now }, 'host places released', {
      places,
    })
    await offerPlaces(tx, deps, { eventId, now })
  })
}

import { lockEvent, updateEvent } from '../events/office.queries.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { updateBulkAction } from './bulk-actions.queries.ts'
import type { CancelDeps } from './cancel-event.ts'
import { findCancellation, releaseKeptBack } from './cancellation.queries.ts'
import { hasUnfinishedItems } from './items.queries.ts'
import { withdrawCancellation } from './second-person.ts'

/**
 * Makes a cancelled event a draft again, with all its places free: appointments, refunds and waits stay
 * as they are. A cancellation that waits for a second person is withdrawn, and the event stays published.
 * Throws Refused not_found, not_cancelled, event_passed, or cancellation_running while members are
 * not done.
 */
export async function revertCancellation(
  deps: CancelDeps,
  { eventId, reason }: { eventId: number; reason: string },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    const event = await lockEvent(tx, eventId)
    if (!event) throw new Refused('not_found')
    const cancellation = await findCancellation(tx, eventId)
    if (!cancellation) throw new Refused('not_cancelled')
    const { id, state } = cancellation
    if (state === 'waits for a second person')
      return withdrawCancellation(tx, deps, { action: cancellation, reason, by })
    if (state === 'running' || (await hasUnfinishedItems(tx, id)))
      throw new Refused('cancellation_running')
    if (event.endsAt <= now) throw new Refused('event_passed')
    await updateEvent(tx, eventId, { status: 'draft', cancelledAt: null, changedBy: by.id })
    await releaseKeptBack(tx, eventId)
    await updateBulkAction(tx, id, { state: 'done', finishedAt: now, revertedAt: now })
    await insertAudit(tx, { by, subject: `event ${eventId}`, at: now }, 'cancellation reverted', {
      bulkAction: id,
      reason,
      before: event.status,
    })
  })
}

import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { mustLockEvent } from './locked-event.ts'
import { updateEvent } from './office.queries.ts'
import { pausePlaces } from './withdraw-event.queries.ts'

type EventDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/**
 * Closes booking of a published event to the public, or opens it again; nothing happens when it is so
 * already. Who holds a place or has an offer keeps it, and staff go on booking. Waits for bookings that
 * are being written; none is made afterwards. Throws Refused not_found, not_published, event_cancelled,
 * event_passed, or cancellation_waits.
 */
export async function setBookingOpen(
  deps: EventDeps,
  { id, isOpen, reason }: { id: number; isOpen: boolean; reason: string | null },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const event = await mustLockEvent(tx, id)
    if (event.status === 'draft') throw new Refused('not_published')
    if (event.status === 'cancelled') throw new Refused('event_cancelled')
    if (event.bookingClosedAt) throw new Refused('cancellation_waits')
    if (event.endsAt <= now) throw new Refused('event_passed')
    if (isOpen === (event.bookingPausedAt === null)) return
    const closed = { bookingPausedAt: now, bookingPauseReason: reason }
    const open = { bookingPausedAt: null, bookingPauseReason: null }
    await updateEvent(tx, id, { ...(isOpen ? open : closed), changedBy: by.id })
    await pausePlaces(tx, { eventId: id, isPaused: !isOpen })
    const action = isOpen ? 'booking opened' : 'booking closed'
    const details = { ...(reason !== null && { reason }) }
    await insertAudit(tx, { by, subject: `event ${id}`, at: now }, action, details)
  })
}

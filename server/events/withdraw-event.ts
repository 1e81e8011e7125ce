import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { databaseFault } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { forAudit } from './event-audit.ts'
import { mustLockEvent } from './locked-event.ts'
import { updateEvent } from './office.queries.ts'
import { refuseStale } from './stale-version.ts'
import {
  closePlacesOfDraft,
  deleteEvent,
  findEventUses,
  hasInvoice,
} from './withdraw-event.queries.ts'

type EventDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Makes a published event that nobody has used a draft again; nothing happens to a draft. Throws Refused
 * not_found, event_cancelled, cancellation_waits, or event_used (with `uses`) once anybody has booked, held,
 * paid, waited or given consent.
 */
export async function unpublishEvent(deps: EventDeps, id: number, by: Staff): Promise<void> {
  const now = deps.now()
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const event = await mustLockEvent(tx, id)
    if (event.status === 'cancelled') throw new Refused('event_cancelled')
    if (event.bookingClosedAt) throw new Refused('cancellation_waits')
    if (event.status === 'draft') return
    // First, so that a booking that is being written is seen, and a later one finds no place.
    await closePlacesOfDraft(tx, { eventId: id, isClosed: true })
    const uses = await findEventUses(tx, id)
    if (uses.length > 0) throw new Refused('event_used', { uses })
    const draft = { status: 'draft', bookingPausedAt: null, bookingPauseReason: null } as const
    await updateEvent(tx, id, { ...draft, changedBy: by.id })
    await insertAudit(tx, { by, subject: `event ${id}`, at: now }, 'event unpublished')
  })
}

/**
 * Deletes a draft that nobody has used; the audit log keeps what it was. Throws Refused not_found, not_a_draft,
 * changed_meanwhile (with `by`), or event_used (with `uses`, empty for a draft that was cancelled before).
 */
export async function discardDraft(
  deps: EventDeps,
  { id, version }: { id: number; version: number },
  by: Staff,
): Promise<void> {
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const event = await mustLockEvent(tx, id)
    if (event.status !== 'draft') throw new Refused('not_a_draft')
    await refuseStale(tx, event, version)
    const uses = await findEventUses(tx, id)
    if (await hasInvoice(tx, id)) uses.push('invoiced')
    if (uses.length > 0) throw new Refused('event_used', { uses })
    const subject = `event ${id}`
    const details = { before: forAudit(event) }
    await insertAudit(tx, { by, subject, at: deps.now() }, 'draft deleted', details)
    await deleteEvent(tx, id)
  }).catch((error: unknown) => {
    if (databaseFault(error)?.state !== FOREIGN_KEY_VIOLATION) throw error
    throw new Refused('event_used', { uses: [] })
  })
}

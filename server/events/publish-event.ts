import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { whatIsMissing } from './checklist.ts'
import { mustLockEvent } from './locked-event.ts'
import { updateEvent } from './office.queries.ts'
import { tellNear } from './tell-near.ts'
import { closePlacesOfDraft } from './withdraw-event.queries.ts'

/**
 * Publishes a draft; nothing happens to an event that is published already. Throws Refused
 * not_found, event_cancelled or not_ready (with `missing`).
 */
export async function publishEvent(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  id: number,
  by: Staff,
): Promise<void> {
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const event = await mustLockEvent(tx, id)
    if (event.status === 'cancelled') throw new Refused('event_cancelled')
    if (event.status === 'published') return
    const missing = await whatIsMissing(tx, event, deps.now())
    if (missing.length > 0) throw new Refused('not_ready', { missing })
    await updateEvent(tx, id, { status: 'published', changedBy: by.id })
    await closePlacesOfDraft(tx, { eventId: id, isClosed: false })
    await insertAudit(tx, { by, subject: `event ${id}`, at: deps.now() }, 'event published')
    await tellNear(tx, deps, { ...event, status: 'published' })
  })
}

import type { DoubtKind } from '../../domain/office/event-doubts.ts'
import type { Readiness } from '../../domain/office/event-schemas.ts'
import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { whatIsMissing } from './checklist.ts'
import { findDoubts, refuseDoubts } from './doubts.ts'
import { mustLockEvent } from './locked-event.ts'
import { type EventRecord, updateEvent } from './office.queries.ts'
import { tellNear } from './tell-near.ts'
import { closePlacesOfDraft } from './withdraw-event.queries.ts'

type EventDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>
type Request = { ids: readonly number[]; acknowledged?: readonly DoubtKind[] | undefined }

/** What publishing the event still needs, and what to ask about first. */
export async function readReadiness(
  q: Queryable,
  event: EventRecord,
  now: Date,
): Promise<Readiness> {
  const [missing, doubts] = [await whatIsMissing(q, event, now), await findDoubts(q, event)]
  return { missing, doubts }
}

/**
 * Publishes drafts, all or none; nothing happens to an event that is published already. Returns how many were
 * published. Throws Refused not_found, event_cancelled, not_ready (with `missing`), or doubts (with
 * `doubts`) of kinds that are not acknowledged.
 */
export async function publishEvents(
  deps: EventDeps,
  { ids, acknowledged }: Request,
  by: Staff,
): Promise<number> {
  return commit({ ...deps, eventIds: ids }, async (tx) => {
    let published = 0
    // In one order, so that two clerks never wait for each other.
    for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
      const event = await mustLockEvent(tx, id)
      if (event.status === 'cancelled') throw new Refused('event_cancelled')
      if (event.status === 'published') continue
      const { missing, doubts } = await readReadiness(tx, event, deps.now())
      if (missing.length > 0) throw new Refused('not_ready', { missing, event_name: event.name })
      refuseDoubts(doubts, acknowledged)
      await publish(tx, deps, event, by)
      published++
    }
    return published
  })
}

async function publish(tx: Tx, deps: EventDeps, event: EventRecord, by: Staff): Promise<void> {
  const { id } = event
  await updateEvent(tx, id, { status: 'published', changedBy: by.id })
  await closePlacesOfDraft(tx, { eventId: id, isClosed: false })
  await insertAudit(tx, { by, subject: `event ${id}`, at: deps.now() }, 'event published')
  await tellNear(tx, deps, { ...event, status: 'published' })
}

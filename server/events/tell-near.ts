import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/database.ts'
import type { EventRecord } from './office.queries.ts'

/** Has those who asked for events near a place mailed about a published event (near-alerts). */
export async function tellNear(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  event: EventRecord,
): Promise<void> {
  if (isOpen(event)) await jobs.enqueue(tx, 'alertNear', { eventId: event.id })
}

/** After a change that opened the event to everybody or moved it. */
export async function tellNearOfChange(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { before, after }: { before: EventRecord; after: EventRecord },
): Promise<void> {
  const isMoved = PLACE.some((field) => before[field] !== after[field])
  if (isMoved || !isOpen(before)) await tellNear(tx, deps, after)
}

const PLACE = ['latitude', 'longitude', 'postcode'] as const

function isOpen({ status, isPrivate, exclusiveFor }: EventRecord): boolean {
  return status === 'published' && !isPrivate && exclusiveFor === 'COMMUNITY'
}

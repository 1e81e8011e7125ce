import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { OnEventChanged } from '../events/change-event.ts'
import { insertBulkAction } from './bulk-actions.queries.ts'
import { countCancellation } from './cancellation.queries.ts'
import { addItems } from './items.queries.ts'
import { booked } from './people.queries.ts'

const IN_THE_MAIL = [
  'name',
  'description',
  'contactEmail',
  'addressLine1',
  'addressLine2',
  'city',
  'postcode',
  'country',
  'parking',
  'stepFreeAccess',
  'hearingLoop',
  'publicTransport',
] as const

/** Has everybody who is booked written to when words, hall or contact of the event changed. */
export async function announceChange(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  { before, after, by }: Parameters<OnEventChanged>[1],
): Promise<void> {
  const { id: eventId, endsAt } = after
  const isOther = IN_THE_MAIL.some((field) => before[field] !== after[field])
  if (!isOther || endsAt <= now()) return
  const { appointments } = await countCancellation(tx, eventId)
  if (appointments === 0) return
  const id = await insertBulkAction(tx, {
    kind: 'event change',
    eventId,
    state: 'running',
    madeBy: by.id,
    createdAt: now(),
  })
  await addItems(tx, { id, people: booked(eventId) })
  await jobs.enqueue(tx, 'bulkActions', {})
}

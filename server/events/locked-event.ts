import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { type EventRecord, lockEvent } from './office.queries.ts'

/** Throws Refused not_found. */
export async function mustLockEvent(tx: Tx, id: number): Promise<EventRecord> {
  const event = await lockEvent(tx, id)
  if (!event) throw new Refused('not_found')
  return event
}

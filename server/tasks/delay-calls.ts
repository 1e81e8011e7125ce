import type { Queryable } from '../platform/db/database.ts'
import { closeLoops } from './change-loops.ts'
import { listDelayCalls } from './delay-calls.queries.ts'

/** How many calls `closeDelayCalls` would close. */
export async function countDelayCalls(q: Queryable, eventId: number): Promise<number> {
  return (await listDelayCalls(q, eventId)).length
}

/** Closes the open calls that are about a delay of the event and nothing else. */
export async function closeDelayCalls(
  q: Queryable,
  { eventId, at }: { eventId: number; at: Date },
): Promise<void> {
  const loopIds = await listDelayCalls(q, eventId)
  await closeLoops(q, { kinds: ['not_told'], subject: { loopIds }, because: 'on time again', at })
}

import { callerAt } from '../../domain/office/calls.ts'
import type { EventCall, Told } from '../../domain/office/told.ts'
import type { Deps } from '../deps.ts'
import type { Queryable } from '../platform/db/database.ts'
import { listLatestCalls, readLastMessages } from './event-calls.queries.ts'
import { openClosing } from './sealed-closing.ts'

type StoredCall = Awaited<ReturnType<typeof listLatestCalls>>[number]
type CallDeps = Pick<Deps, 'fieldKeys' | 'now'>

/** A call about an event, with its outcome and who is calling now. */
export function toEventCall({ fieldKeys, now }: CallDeps, call: StoredCall): EventCall {
  const { id, closing } = call
  return {
    id,
    closed_at: call.closedAt?.toISOString() ?? null,
    reason: closing && openClosing(fieldKeys, { id, sealed: closing }).reason,
    closed_by: call.closedBy,
    calls: call.calls,
    last_called_at: call.lastCalledAt?.toISOString() ?? null,
    caller: callerAt(call, now()) === null ? null : call.caller,
  }
}

/** How these members heard about the last change of the event: returns the answer for a member. */
export async function readTold(
  q: Queryable,
  deps: CallDeps,
  about: { eventId: number; memberIds: readonly number[] },
): Promise<(memberId: number) => Told> {
  const [calls, messages] = await Promise.all([
    listLatestCalls(q, about),
    readLastMessages(q, about),
  ])
  const callOf = new Map(calls.map((call) => [call.memberId, toEventCall(deps, call)]))
  return (memberId) => ({
    call: callOf.get(memberId) ?? null,
    message_at: messages.get(memberId)?.toISOString() ?? null,
  })
}

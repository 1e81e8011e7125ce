import { dueAt } from '../../domain/office/care-loops.ts'
import type { Queryable } from '../platform/db/database.ts'
import { dueEarlierOrAgain, findEventStart } from './call-about-event.queries.ts'
import type { NotTold } from './call-instead.queries.ts'
import { openLoop } from './change-loops.ts'

/**
 * A person calls a member whom a message about an event did not reach, before it starts. A second message
 * joins the open call. `callBefore`: the start of another event, to which the appointment was moved, or of
 * the appointment itself once the event has begun.
 */
export async function callAboutEvent(
  q: Queryable,
  { now, callBefore = null, ...toTell }: NotTold & { now: Date; callBefore?: Date | null },
): Promise<void> {
  const eventStart = await findEventStart(q, toTell.eventId)
  const starts = [eventStart, callBefore].filter((at) => at !== null && at > now)
  const due =
    starts.toSorted((one, other) => Number(one) - Number(other))[0] ?? dueAt('not_told', now)
  const call = { kind: 'not_told', ...toTell, openedAt: now, dueAt: due, isToRing: true } as const
  await openLoop(q, call)
  await dueEarlierOrAgain(q, { ...toTell, due })
}

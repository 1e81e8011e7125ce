import { dueAt } from '../../domain/office/care-loops.ts'
import type { Queryable } from '../platform/db/database.ts'
import { dueEarlierOrAgain, findEventStart } from './call-about-event.queries.ts'
import type { NotTold } from './call-instead.queries.ts'
import { openLoop } from './change-loops.ts'

/**
 * A person calls a member whom a message about an event did not reach, before it starts. A second message
 * joins the open call.
 */
export async function callAboutEvent(
  q: Queryable,
  { now, ...toTell }: NotTold & { now: Date },
): Promise<void> {
  const startsAt = await findEventStart(q, toTell.eventId)
  const due = startsAt > now ? startsAt : dueAt('not_told', now)
  const call = { kind: 'not_told', ...toTell, openedAt: now, dueAt: due, isToRing: true } as const
  await openLoop(q, call)
  await dueEarlierOrAgain(q, { ...toTell, due })
}

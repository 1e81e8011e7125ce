import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/db/database.ts'
import {
  bulkActionItems,
  bulkActions,
  careLoops,
  events,
  members,
  staff,
} from '../platform/db/schema.ts'
import { caller, closer, eventCallColumns } from '../tasks/event-calls.queries.ts'

/** With names, counts, failures and the members without an e-mail address; null when there is none. */
export async function readBulkAction(q: Queryable, id: number) {
  const [action] = await selectActions(q).where(eq(bulkActions.id, id))
  if (!action) return null
  const people = await q
    .select({
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      phone: members.phone,
      state: bulkActionItems.state,
      isMailed: bulkActionItems.isMailed,
      problem: bulkActionItems.problem,
    })
    .from(bulkActionItems)
    .innerJoin(members, eq(members.id, bulkActionItems.memberId))
    .where(
      and(
        eq(bulkActionItems.bulkActionId, id),
        sql`(${bulkActionItems.state} = 'failed' or ${bulkActionItems.isMailed} = false)`,
      ),
    )
    .orderBy(asc(bulkActionItems.id))
  return { ...action, people, calls: await listCalls(q, id) }
}

/** The calls to those whom the action did not reach, the latest of each member last. */
function listCalls(q: Queryable, id: number) {
  return q
    .select(eventCallColumns)
    .from(bulkActionItems)
    .innerJoin(bulkActions, eq(bulkActions.id, bulkActionItems.bulkActionId))
    .innerJoin(
      careLoops,
      and(
        eq(careLoops.memberId, bulkActionItems.memberId),
        eq(careLoops.eventId, bulkActions.eventId),
        sql`${careLoops.openedAt} <= ${bulkActionItems.doneAt}`,
        sql`(${careLoops.closedAt} is null or ${careLoops.closedAt} >= ${bulkActionItems.doneAt})`,
      ),
    )
    .leftJoin(closer, eq(closer.id, careLoops.closedBy))
    .leftJoin(caller, eq(caller.id, careLoops.ringingBy))
    .where(and(eq(bulkActionItems.bulkActionId, id), eq(bulkActionItems.isMailed, false)))
    .orderBy(asc(careLoops.id))
}

/** Those that wait for a second person, who cannot be the one who asked; oldest first. */
export function listActionsToConfirm(q: Queryable, staffId: number) {
  return selectActions(q)
    .where(and(eq(bulkActions.state, 'waits for a second person'), ne(bulkActions.madeBy, staffId)))
    .orderBy(asc(bulkActions.id))
}

const MOST_OF_EVENT = 100

/** Newest first. */
export function listActionsOfEvent(q: Queryable, eventId: number) {
  return selectActions(q)
    .where(eq(bulkActions.eventId, eventId))
    .orderBy(desc(bulkActions.id))
    .limit(MOST_OF_EVENT)
}

/** Newest first. */
export function listBulkActions(
  q: Queryable,
  of: { isDone: boolean; beforeId: number | null; limit: number },
) {
  return selectActions(q)
    .where(
      and(isInTab(of.isDone), of.beforeId === null ? undefined : lt(bulkActions.id, of.beforeId)),
    )
    .orderBy(desc(bulkActions.id))
    .limit(of.limit)
}

export async function countBulkActions(q: Queryable): Promise<{ open: number; done: number }> {
  const [open, done] = await Promise.all([
    q.$count(bulkActions, isInTab(false)),
    q.$count(bulkActions, isInTab(true)),
  ])
  return { open, done }
}

function isInTab(isDone: boolean) {
  return isDone ? eq(bulkActions.state, 'done') : ne(bulkActions.state, 'done')
}

const second = alias(staff, 'second')

function selectActions(q: Queryable) {
  return q
    .select({
      id: bulkActions.id,
      kind: bulkActions.kind,
      eventId: bulkActions.eventId,
      eventName: events.name,
      request: bulkActions.request,
      subject: bulkActions.subject,
      message: bulkActions.message,
      state: bulkActions.state,
      madeBy: staff.name,
      madeById: staff.id,
      confirmedBy: second.name,
      createdAt: bulkActions.createdAt,
      finishedAt: bulkActions.finishedAt,
      revertedAt: bulkActions.revertedAt,
      tellsAt: bulkActions.tellsAt,
      toldAt: bulkActions.toldAt,
      total: countItems(sql`true`),
      done: countItems(sql`state = 'done'`),
      failed: countItems(sql`state = 'failed'`),
    })
    .from(bulkActions)
    .innerJoin(events, eq(events.id, bulkActions.eventId))
    .innerJoin(staff, eq(staff.id, bulkActions.madeBy))
    .leftJoin(second, eq(second.id, bulkActions.confirmedBy))
}

function countItems(condition: ReturnType<typeof sql>) {
  return sql`(select count(*) from ${bulkActionItems} where bulk_action_id = ${bulkActions.id} and ${condition})`.mapWith(
    Number,
  )
}

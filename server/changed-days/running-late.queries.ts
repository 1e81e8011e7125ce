import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  bulkActionItems,
  bulkActions,
  careLoops,
  members,
  staff,
} from '../platform/db/schema.ts'
import { awaited } from './people.queries.ts'

const isLate = eq(bulkActions.kind, 'running late')

/** Those booked whose member has not come and whose time is after `now`. */
export function stillToCome(eventId: number, now: Date): SQL {
  return sql`${awaited(eventId)} and ${gt(appointments.slotStartsAt, now)}`
}

/** People of such a query with their names, by time. */
export function listPeople(q: Queryable, whom: SQL) {
  const people = sql`(${whom}) people`
  return q
    .select({
      appointmentId: appointments.id,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      phone: members.phone,
      startsAt: appointments.slotStartsAt,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .innerJoin(people, eq(appointments.id, sql`people.appointment_id`))
    .orderBy(appointments.slotStartsAt, appointments.id)
}

/**
 * Those of them who know of one of these delays, by a message or by a call that somebody closed.
 */
export function stillToComeAndTold(params: {
  eventId: number
  now: Date
  delays: readonly number[]
}): SQL {
  const { eventId, now, delays } = params
  return sql`${stillToCome(eventId, now)} and exists (select from ${bulkActionItems}
    where ${inArray(bulkActionItems.bulkActionId, [...delays])}
      and ${bulkActionItems.appointmentId} = ${appointments.id}
      and (${bulkActionItems.isMailed} or exists (select from ${careLoops}
        where ${careLoops.kind} = 'not_told' and ${careLoops.eventId} = ${eventId}
          and ${careLoops.memberId} = ${bulkActionItems.memberId}
          and ${careLoops.closedBecause} = 'person'
          and ${careLoops.closedAt} >= ${bulkActionItems.doneAt})))`
}

/** Waits for those that are being sent; those that come later see what this transaction announced. */
export async function lockItems(q: Queryable, actionIds: readonly number[]): Promise<void> {
  if (actionIds.length === 0) return
  await q
    .select({ id: bulkActionItems.id })
    .from(bulkActionItems)
    .where(inArray(bulkActionItems.bulkActionId, [...actionIds]))
    .orderBy(bulkActionItems.id)
    .for('update')
}

/** What was sent of an event, the newest first. */
export function listLate(q: Queryable, eventId: number) {
  const { isMailed, state } = bulkActionItems
  const countOf = (what: SQL) => sql<number>`(count(*) filter (where ${what}))::int`
  return q
    .select({
      id: bulkActions.id,
      minutes: sql<number>`(${bulkActions.request} ->> 'late_minutes')::int`,
      at: bulkActions.createdAt,
      by: staff.name,
      told: countOf(sql`${isMailed}`),
      toCall: countOf(sql`not ${isMailed}`),
      waiting: countOf(sql`${state} = 'open'`),
    })
    .from(bulkActions)
    .innerJoin(staff, eq(staff.id, bulkActions.madeBy))
    .leftJoin(bulkActionItems, eq(bulkActionItems.bulkActionId, bulkActions.id))
    .where(and(eq(bulkActions.eventId, eventId), isLate))
    .groupBy(bulkActions.id, staff.name)
    .orderBy(desc(bulkActions.id))
}

/** Whether the member had another number of minutes by an earlier one, and whether a later one replaces this. */
export async function findOtherLate(
  q: Queryable,
  { id, eventId, memberId }: { id: number; eventId: number; memberId: number },
): Promise<{ hadEarlier: boolean; isReplaced: boolean }> {
  const had = sql`exists (select 1 from ${bulkActionItems}
    where ${bulkActionItems.bulkActionId} = ${bulkActions.id}
      and ${bulkActionItems.memberId} = ${memberId} and ${bulkActionItems.isMailed})`
  const [row] = await q
    .select({
      hadEarlier: sql<boolean>`coalesce(bool_or(${bulkActions.id} < ${id} and ${had}), false)`,
      isReplaced: sql<boolean>`coalesce(bool_or(${bulkActions.id} > ${id}), false)`,
    })
    .from(bulkActions)
    .where(and(eq(bulkActions.eventId, eventId), isLate))
  return row ?? { hadEarlier: false, isReplaced: false }
}

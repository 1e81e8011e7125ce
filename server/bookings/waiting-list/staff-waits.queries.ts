import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/db/database.ts'
import { events, members, waitingList } from '../../platform/db/schema.ts'
import { isWaitingFor, orderOf } from './waiting-list.queries.ts'

export type StaffWaitRow = NonNullable<Awaited<ReturnType<typeof findStaffWait>>>

const others = alias(waitingList, 'others')

/** Also one that is over. */
export async function findStaffWait(q: Queryable, waitId: number) {
  const waiting = sql`(select count(*) from ${waitingList} ${others}
    where ${eq(others.eventId, waitingList.eventId)} and ${eq(others.status, 'waiting')}`
  const isBefore = sql`${orderOf(others)} <= ${orderOf(waitingList)}`
  const [row] = await q
    .select({
      id: waitingList.id,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      phone: members.phone,
      userId: members.userId,
      joinedAt: waitingList.joinedAt,
      status: waitingList.status,
      offeredUntil: waitingList.offeredUntil,
      eventId: events.id,
      eventName: events.name,
      startsAt: events.startsAt,
      waiting: sql<number>`${waiting})`.mapWith(Number),
      position: sql<number>`${waiting} and ${isBefore})`.mapWith(Number),
    })
    .from(waitingList)
    .innerJoin(members, eq(members.id, waitingList.memberId))
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(eq(waitingList.id, waitId))
  return row ?? null
}

/** The open wait of a member at an event, or null. */
export async function findOpenWait(
  q: Queryable,
  { eventId, memberId }: { eventId: number; memberId: number },
): Promise<number | null> {
  const [row] = await q
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(
      and(
        eq(waitingList.eventId, eventId),
        eq(waitingList.memberId, memberId),
        sql`${waitingList.status} in ('waiting', 'offered')`,
      ),
    )
  return row?.id ?? null
}

/** Waiting members without an offer, in order; lock the list first. */
export async function listOrder(
  q: Queryable,
  eventId: number,
): Promise<{ id: number; order: number }[]> {
  const order = orderOf(waitingList)
  return q
    .select({ id: waitingList.id, order: order.mapWith(Number) })
    .from(waitingList)
    .where(isWaitingFor(eventId))
    .orderBy(asc(order), asc(waitingList.id))
}

/** Puts the waits in the order of `ids`; `orders` are the values they share, lowest first. */
export async function writeOrder(
  q: Queryable,
  { ids, orders }: { ids: readonly number[]; orders: readonly number[] },
): Promise<void> {
  for (const [index, id] of ids.entries())
    await q
      .update(waitingList)
      .set({ listOrder: orders[index] ?? null })
      .where(eq(waitingList.id, id))
}

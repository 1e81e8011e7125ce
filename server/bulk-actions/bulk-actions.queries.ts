import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import {
  appointments,
  bulkActionItems,
  bulkActions,
  events,
  members,
  payments,
  places,
  refunds,
  staff,
  waitingList,
} from '../db/schema.ts'
import { neitherHeldNorOffered, OPEN } from '../waiting-list/waiting-list.queries.ts'

export type BulkActionRow = typeof bulkActions.$inferSelect

/** What cancelling the event would do; `refundPence` is what is left of the card payments. */
export async function countCancellation(q: Queryable, eventId: number) {
  const { rows } = await q.execute<{
    appointments: number
    paid: number
    pence: number
    waiting: number
    withoutEmail: number
  }>(sql`
    with concerned as (
      select ${appointments.memberId} as member_id, ${appointments.id} as appointment_id
        from ${appointments} where ${isBookedAt(eventId)}
      union all
      select ${waitingList.memberId}, null from ${waitingList} where ${isOpenAt(eventId)}
    ), paid as (
      select coalesce(${payments.capturedPence}, ${payments.amountPence}) - (
          select coalesce(sum(${refunds.amountPence}), 0) from ${refunds}
            where ${eq(refunds.paymentId, payments.id)} and ${refunds.state} <> 'failed') as pence
        from concerned join ${payments} on ${payments.appointmentId} = concerned.appointment_id
          and ${payments.state} = 'finalised'
    )
    select count(appointment_id)::int as appointments,
        (select count(*) from paid where pence > 0)::int as paid,
        (select coalesce(sum(pence), 0) from paid)::int as pence,
        (count(*) - count(appointment_id))::int as waiting,
        (count(*) filter (where coalesce(${members.email}, '') = ''))::int as "withoutEmail"
      from concerned join ${members} on ${members.id} = concerned.member_id`)
  return rows[0] ?? { appointments: 0, paid: 0, pence: 0, waiting: 0, withoutEmail: 0 }
}

export async function findCancellation(q: Queryable, eventId: number) {
  const [row] = await q
    .select()
    .from(bulkActions)
    .where(and(eq(bulkActions.eventId, eventId), eq(bulkActions.kind, 'event cancellation')))
  return row ?? null
}

export async function insertBulkAction(
  q: Queryable,
  action: typeof bulkActions.$inferInsert,
): Promise<number> {
  const [row] = await q.insert(bulkActions).values(action).returning({ id: bulkActions.id })
  if (!row) throw new Error('an inserted bulk action has no id')
  return row.id
}

export async function findBulkAction(q: Queryable, id: number): Promise<BulkActionRow | null> {
  const [row] = await q.select().from(bulkActions).where(eq(bulkActions.id, id))
  return row ?? null
}

export async function updateBulkAction(
  q: Queryable,
  id: number,
  changes: Partial<BulkActionRow>,
): Promise<void> {
  await q.update(bulkActions).set(changes).where(eq(bulkActions.id, id))
}

/** Ends holds and offers and keeps every place back; waits for bookings that are being written. */
export async function closePlaces(q: Queryable, eventId: number): Promise<void> {
  await q
    .update(places)
    .set({ ...neitherHeldNorOffered, isKeptBack: true })
    .where(eq(places.eventId, eventId))
}

/** An item for everybody booked at the event. */
export async function addBookedItems(
  q: Queryable,
  { id, eventId }: { id: number; eventId: number },
): Promise<void> {
  await q.execute(sql`
    insert into ${bulkActionItems} (bulk_action_id, member_id, appointment_id)
      select ${id}::bigint, ${appointments.memberId}, ${appointments.id}
        from ${appointments} where ${isBookedAt(eventId)}`)
}

/** An item for everybody booked or waiting; call closePlaces first. */
export async function addCancellationItems(
  q: Queryable,
  { id, eventId }: { id: number; eventId: number },
): Promise<void> {
  await q.execute(sql`
    insert into ${bulkActionItems} (bulk_action_id, member_id, appointment_id)
      select ${id}::bigint, ${appointments.memberId}, ${appointments.id}
        from ${appointments} where ${isBookedAt(eventId)}
      union all
      select ${id}::bigint, ${waitingList.memberId}, null from ${waitingList} where ${isOpenAt(eventId)}
      on conflict do nothing`)
}

export async function closeWaits(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  await q
    .update(waitingList)
    .set({ status: 'booking closed', closedAt: now })
    .where(isOpenAt(eventId))
}

export function listRunning(q: Queryable): Promise<BulkActionRow[]> {
  return q
    .select()
    .from(bulkActions)
    .where(eq(bulkActions.state, 'running'))
    .orderBy(asc(bulkActions.id))
}

export async function listOpenItems(q: Queryable, bulkActionId: number): Promise<number[]> {
  const rows = await q
    .select({ id: bulkActionItems.id })
    .from(bulkActionItems)
    .where(and(eq(bulkActionItems.bulkActionId, bulkActionId), isOpen))
    .orderBy(asc(bulkActionItems.id))
  return rows.map(({ id }) => id)
}

/** Null when it is done, or another process is doing it. */
export async function lockOpenItem(q: Queryable, id: number) {
  const [row] = await q
    .select()
    .from(bulkActionItems)
    .where(and(eq(bulkActionItems.id, id), isOpen))
    .for('update', { skipLocked: true })
  return row ?? null
}

export async function markItemDone(
  q: Queryable,
  { id, isMailed, now }: { id: number; isMailed: boolean | null; now: Date },
): Promise<void> {
  await q
    .update(bulkActionItems)
    .set({ state: 'done', isMailed, problem: null, doneAt: now })
    .where(eq(bulkActionItems.id, id))
}

/** The item stays open until it has failed `most` times. */
export async function recordItemFailure(
  q: Queryable,
  { id, problem, most }: { id: number; problem: string; most: number },
): Promise<void> {
  const { attempts } = bulkActionItems
  await q
    .update(bulkActionItems)
    .set({
      attempts: sql`${attempts} + 1`,
      problem,
      state: sql`case when ${attempts} + 1 >= ${most} then 'failed' else 'open' end`,
    })
    .where(and(eq(bulkActionItems.id, id), isOpen))
}

/** Opens the failed items again; returns how many there were. */
export async function reopenFailedItems(q: Queryable, bulkActionId: number): Promise<number> {
  const { rowCount } = await q
    .update(bulkActionItems)
    .set({ state: 'open', attempts: 0 })
    .where(and(eq(bulkActionItems.bulkActionId, bulkActionId), eq(bulkActionItems.state, 'failed')))
  return rowCount ?? 0
}

export async function finishIfAllDone(
  q: Queryable,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  await q
    .update(bulkActions)
    .set({ state: 'done', finishedAt: now })
    .where(
      and(
        eq(bulkActions.id, id),
        eq(bulkActions.state, 'running'),
        sql`not exists (select 1 from ${bulkActionItems}
          where ${and(eq(bulkActionItems.bulkActionId, id), isOpen)})`,
      ),
    )
}

/** With names, counts, failures and who has no e-mail address; null when there is none. */
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
  return { ...action, people }
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
      message: bulkActions.message,
      state: bulkActions.state,
      madeBy: staff.name,
      confirmedBy: second.name,
      createdAt: bulkActions.createdAt,
      finishedAt: bulkActions.finishedAt,
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

const isOpen = eq(bulkActionItems.state, 'open')

function isBookedAt(eventId: number) {
  return and(eq(appointments.eventId, eventId), eq(appointments.status, 'booked'))
}

function isOpenAt(eventId: number) {
  return and(eq(waitingList.eventId, eventId), inArray(waitingList.status, OPEN))
}

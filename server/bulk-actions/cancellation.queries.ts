import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { bulkActions, members, payments, places, refunds } from '../db/schema.ts'
import { neitherHeldNorOffered } from '../waiting-list/waiting-list.queries.ts'
import { awaitedOrWaiting } from './people.queries.ts'

/** What cancelling the event would do, without those who have come; `refundPence` is what is left of the card payments. */
export async function countCancellation(q: Queryable, eventId: number) {
  const { rows } = await q.execute<{
    appointments: number
    paid: number
    pence: number
    waiting: number
    withoutEmail: number
  }>(sql`
    with concerned as (${awaitedOrWaiting(eventId)}), paid as (
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

/** The cancellation that stands, asked for or begun; or null. */
export async function findCancellation(q: Queryable, eventId: number) {
  const { kind, revertedAt } = bulkActions
  const [row] = await q
    .select()
    .from(bulkActions)
    .where(
      and(eq(bulkActions.eventId, eventId), eq(kind, 'event cancellation'), isNull(revertedAt)),
    )
  return row ?? null
}

/** Ends holds and offers and keeps every place back; waits for bookings that are being written. */
export async function closePlaces(q: Queryable, eventId: number): Promise<void> {
  await q
    .update(places)
    .set({ ...neitherHeldNorOffered, isKeptBack: true })
    .where(eq(places.eventId, eventId))
}

/** Undoes what closePlaces kept back. */
export async function releaseKeptBack(q: Queryable, eventId: number): Promise<void> {
  await q.update(places).set({ isKeptBack: false }).where(eq(places.eventId, eventId))
}

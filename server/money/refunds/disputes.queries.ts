import { and, asc, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type DisputeState, disputeStateOf, FOR_THE_CHARITY } from '../../../domain/disputes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, disputeEvents, payments } from '../../platform/db/schema.ts'

/** Stores what the provider reported, once; false when it is stored already. */
export async function insertDisputeEvent(
  q: Queryable,
  event: typeof disputeEvents.$inferInsert,
): Promise<boolean> {
  const rows = await q
    .insert(disputeEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: disputeEvents.id })
  return rows.length > 0
}

/** Oldest first. */
export function listDisputeEvents(q: Queryable, paymentId: string) {
  return q
    .select()
    .from(disputeEvents)
    .where(eq(disputeEvents.paymentId, paymentId))
    .orderBy(asc(disputeEvents.happenedAt), asc(disputeEvents.id))
}

export async function findDisputeState(q: Queryable, paymentId: string): Promise<DisputeState> {
  return disputeStateOf(await listDisputeEvents(q, paymentId))
}

const outcomesForTheCharity = sql.join(
  FOR_THE_CHARITY.map((outcome) => sql`${outcome}`),
  sql`, `,
)

// As disputeStateOf decides: the latest event of each dispute, an opening first whatever its time.
const stopped = sql`select d.payment_id from dispute_events d
  where d.kind <> 'reversed'
    and not (d.kind = 'resolved' and coalesce(d.outcome in (${outcomesForTheCharity}), false))
    and not exists (select from dispute_events later where later.payment_id = d.payment_id
      and later.dispute_id = d.dispute_id and later.kind <> 'reversed'
      and (later.kind <> 'opened', later.happened_at, later.kind = 'resolved')
        > (d.kind <> 'opened', d.happened_at, d.kind = 'resolved'))
    and not exists (select from dispute_events gone where gone.payment_id = d.payment_id
      and gone.kind = 'reversed')`

/** A query of the payments whose refunds are stopped by a dispute, open or lost. */
export const stoppedPayments: SQL = sql`(${stopped})`

/** A query of the payments that were reversed and whose appointment is unpaid since. */
const unpaidAgain = sql`select ${payments.id} from ${payments}
  join ${appointments} on ${and(
    eq(appointments.id, payments.forAppointmentId),
    eq(appointments.status, 'booked'),
    eq(appointments.paymentStatus, 'not paid'),
    gt(appointments.pricePence, 0),
  )}
  where exists (select from dispute_events gone
    where gone.payment_id = ${payments.id} and gone.kind = 'reversed')`

/** A query of the payments that a person decides about: disputed, or reversed and unpaid since. */
export const disputedPayments: SQL = sql`(${stopped} union ${unpaidAgain})`

/** How many payments are disputed, and their amounts in pence. */
export async function sumDisputed(q: Queryable): Promise<{ count: number; pence: number }> {
  const [row] = await q
    .select({
      count: count(),
      pence: sql<number>`coalesce(sum(${payments.amountPence}), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(sql`${payments.id} in ${disputedPayments}`)
  return row ?? { count: 0, pence: 0 }
}

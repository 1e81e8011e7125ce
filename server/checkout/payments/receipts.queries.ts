import { and, desc, eq, sql } from 'drizzle-orm'
import { isOfPerson } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { paymentRecord } from '../../platform/db/money-columns.ts'
import { appointments, events, members, payments } from '../../platform/db/schema.ts'

const MOST_LISTED = 200

export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** Payments of the person, newest first. */
export function listReceipts(q: Queryable, memberId: number) {
  return selectReceipts(q)
    .where(isOfPerson(payments.memberId, memberId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(MOST_LISTED)
}

/** Any payment; with `memberId` only one of this person. */
export async function findReceipt(
  q: Queryable,
  { id, memberId }: { id: string; memberId?: number },
) {
  const isTheirs = memberId === undefined ? undefined : isOfPerson(payments.memberId, memberId)
  const [row] = await selectReceipts(q).where(and(eq(payments.id, id), isTheirs))
  return row ?? null
}

/** `member` is the record that is kept, where the payer's was merged. */
function selectReceipts(q: Queryable) {
  return q
    .select({
      id: payments.id,
      orderId: payments.orderId,
      card: payments.card,
      record: paymentRecord,
      eventName: events.name,
      reference: appointments.reference,
      startsAt: sql<Date>`coalesce(${appointments.slotStartsAt}, ${payments.slotStartsAt})`.mapWith(
        payments.slotStartsAt,
      ),
      member: members,
    })
    .from(payments)
    .innerJoin(events, eq(events.id, payments.eventId))
    .innerJoin(
      members,
      sql`${members.id} = (select coalesce(payer.merged_into, payer.id) from members payer
        where payer.id = ${payments.memberId})`,
    )
    .leftJoin(
      appointments,
      sql`${appointments.id} = coalesce(${payments.appointmentId}, ${payments.forAppointmentId})`,
    )
}

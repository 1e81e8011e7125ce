import { and, eq, inArray } from 'drizzle-orm'
import { UNDER_WAY } from '../../domain/payment-states.ts'
import type { Queryable } from '../db/database.ts'
import { payments, venueTakings } from '../db/schema.ts'

/** The payment and who took it. */
export async function insertTaking(
  q: Queryable,
  {
    payment,
    taking,
  }: {
    payment: typeof payments.$inferInsert
    taking: Omit<typeof venueTakings.$inferInsert, 'paymentId'>
  },
): Promise<void> {
  await q.insert(payments).values(payment)
  await q.insert(venueTakings).values({ ...taking, paymentId: payment.id })
}

/** Whether a card payment for this booked appointment is being captured. */
export async function isPaidByLinkNow(q: Queryable, appointmentId: number): Promise<boolean> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.forAppointmentId, appointmentId), inArray(payments.state, UNDER_WAY)))
    .limit(1)
  return rows.length > 0
}

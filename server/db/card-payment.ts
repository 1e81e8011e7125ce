// The card payment of an appointment, for joins in rooms that may not import that of payments.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { SETTLED } from '../../domain/payment-states.ts'
import { type appointments, ledgerEntries, payments } from './schema.ts'

// The table is written out: without a join, a column would lose its table's name.
/** When the money was taken, by the ledger. */
export const paidAt = sql<Date>`coalesce((select min(charge.at) from ${ledgerEntries} charge
  where charge.payment_id = payments.id and charge.kind = 'charge'), payments.created_at)`.mapWith(
  payments.createdAt,
)

/** What the provider captured for the appointment, not what was taken at the venue. */
export function isPaymentOf(of: typeof appointments) {
  return and(
    eq(payments.memberId, of.memberId),
    eq(payments.appointmentId, of.id),
    inArray(payments.state, SETTLED),
    isNotNull(payments.captureId),
  )
}

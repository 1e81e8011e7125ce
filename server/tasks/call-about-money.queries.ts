import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PaymentStatus } from '../../domain/how-to-pay.ts'
import { moneyOf, toAskPence } from '../../domain/money-of.ts'
import type { Queryable } from '../platform/db/database.ts'
import { moneyRecordsOf } from '../platform/db/money-columns.ts'
import { appointments, careLoops } from '../platform/db/schema.ts'

export type Owed = {
  memberId: number
  startsAt: Date
  status: 'booked' | 'cancelled'
  paymentStatus: PaymentStatus
  /** What may be asked for now. */
  pence: number
}

/** What may be asked for an appointment; null without one. */
export async function findOwed(q: Queryable, appointmentId: number): Promise<Owed | null> {
  const [row] = await q
    .select({
      memberId: appointments.memberId,
      startsAt: appointments.slotStartsAt,
      status: appointments.status,
      paymentStatus: appointments.paymentStatus,
      records: moneyRecordsOf(sql`appointments`),
    })
    .from(appointments)
    .where(eq(appointments.id, appointmentId))
  if (!row) return null
  const { records, ...owed } = row
  return { ...owed, pence: toAskPence(moneyOf(records)) }
}

export async function hasMoneyCall(q: Queryable, appointmentId: number): Promise<boolean> {
  return (await q.$count(careLoops, isOpenCall(appointmentId))) > 0
}

/** The open call is to be made by this moment, and from now on. */
export async function moveMoneyCall(
  q: Queryable,
  { appointmentId, due }: { appointmentId: number; due: Date },
): Promise<void> {
  await q.update(careLoops).set({ dueAt: due, ringAt: null }).where(isOpenCall(appointmentId))
}

function isOpenCall(appointmentId: number) {
  return and(
    eq(careLoops.appointmentId, appointmentId),
    eq(careLoops.kind, 'unpaid'),
    isNull(careLoops.closedAt),
  )
}

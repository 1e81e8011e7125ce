import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PaymentTab } from '../../domain/office/payment-shapes.ts'
import { UNSETTLED } from '../../domain/payment-states.ts'
import type { Queryable } from '../db/database.ts'
import {
  appointments,
  auditLog,
  events,
  ledgerEntries,
  members,
  payments,
  refunds,
  staff,
} from '../db/schema.ts'
import type { Page } from '../http/list.ts'
import { searchMembers } from '../members/search.queries.ts'
import { refundedPence } from '../refunds/paid-columns.queries.ts'

const STUCK_MS = 3_600_000
const STUCK_REFUND_MS = 24 * 3_600_000

type Asked = { search: string; now: Date }

/** Newest first; `after` has the id of a payment. */
export async function listPayments(
  q: Queryable,
  { search, tab, now, after, limit }: Asked & Page & { tab: PaymentTab },
) {
  const [matches, from] = await Promise.all([
    searchPayments(q, search),
    after && startBefore(q, String(after[0])),
  ])
  return selectPayments(q)
    .where(and(matches, isInTab(now)[tab], from ?? undefined))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)
}

/** The payments of each tab under the search. */
export async function countPayments(q: Queryable, { search, now }: Asked) {
  const { stuck, paid, refunded, failed } = isInTab(now)
  const of = (tab: SQL | undefined) => sql<number>`count(*) filter (where ${tab})`.mapWith(Number)
  const [counts] = await q
    .select({
      stuck: of(stuck),
      all: count(),
      paid: of(paid),
      refunded: of(refunded),
      failed: of(failed),
    })
    .from(payments)
    .innerJoin(members, eq(members.id, payments.memberId))
    .where(await searchPayments(q, search))
  return counts ?? { stuck: 0, all: 0, paid: 0, refunded: 0, failed: 0 }
}

export async function findListedPayment(q: Queryable, id: string) {
  const [row] = await selectPayments(q).where(eq(payments.id, id))
  return row ?? null
}

export async function findAppointmentOfPayment(q: Queryable, paymentId: string) {
  const [row] = await q
    .select({
      id: appointments.id,
      reference: appointments.reference,
      status: appointments.status,
      startsAt: appointments.slotStartsAt,
      cancelledAt: appointments.cancelledAt,
    })
    .from(payments)
    .innerJoin(appointments, eq(appointments.id, payments.appointmentId))
    .where(eq(payments.id, paymentId))
  return row ?? null
}

export function listRefundsOf(q: Queryable, paymentId: string) {
  return q
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.requestId))
}

export function listLedgerOf(q: Queryable, paymentId: string) {
  return q
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.paymentId, paymentId))
    .orderBy(asc(ledgerEntries.id))
}

/** Oldest first. */
export function listAuditOfPayment(
  q: Queryable,
  { id, memberId }: { id: string; memberId: number },
) {
  return q
    .select({
      at: auditLog.at,
      actorUserId: auditLog.actorUserId,
      by: staff.name,
      action: auditLog.action,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(and(eq(auditLog.memberId, memberId), eq(auditLog.subject, `payment ${id}`)))
    .orderBy(asc(auditLog.id))
}

function selectPayments(q: Queryable) {
  return q
    .select({
      id: payments.id,
      orderId: payments.orderId,
      memberId: payments.memberId,
      memberUserId: members.userId,
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      eventId: payments.eventId,
      eventName: events.name,
      startsAt: payments.slotStartsAt,
      state: payments.state,
      amountPence: payments.amountPence,
      refundedPence: refundedPence(payments),
      createdAt: payments.createdAt,
    })
    .from(payments)
    .innerJoin(members, eq(members.id, payments.memberId))
    .innerJoin(events, eq(events.id, payments.eventId))
}

/** A reference of the payment or its appointment, otherwise the member's name or contact. */
async function searchPayments(q: Queryable, search: string): Promise<SQL | undefined> {
  const text = search.trim()
  const byReference = await q
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        eq(payments.orderId, text),
        eq(payments.captureId, text),
        eq(payments.invoiceId, text),
        inArray(
          payments.appointmentId,
          q
            .select({ id: appointments.id })
            .from(appointments)
            .where(eq(appointments.reference, text.toUpperCase())),
        ),
      ),
    )
  if (byReference.length === 0) return searchMembers(q, text)
  return inArray(
    payments.id,
    byReference.map(({ id }) => id),
  )
}

async function startBefore(q: Queryable, id: string): Promise<SQL> {
  const [last] = await q
    .select({ at: sql<string>`${payments.createdAt}::text` })
    .from(payments)
    .where(eq(payments.id, id))
  return sql`(${payments.createdAt}, ${payments.id}) < (${last?.at ?? '-infinity'}::timestamptz, ${id}::uuid)`
}

function isInTab(now: Date): Record<PaymentTab, SQL | undefined> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const withRefund = (condition: SQL) =>
    sql`${payments.id} in (select ${refunds.paymentId} from ${refunds} where ${condition})`
  const waiting = sql`${refunds.state} in ('queued', 'sent') and ${refunds.createdAt} < ${before(STUCK_REFUND_MS)}`
  return {
    stuck: or(
      and(inArray(payments.state, UNSETTLED), sql`${payments.updatedAt} < ${before(STUCK_MS)}`),
      eq(payments.state, 'refund failed'),
      withRefund(waiting),
      and(eq(payments.state, 'finalised'), withRefund(sql`${refunds.state} = 'failed'`)),
    ),
    all: undefined,
    paid: inArray(payments.state, ['paid', 'finalised']),
    refunded: eq(payments.state, 'refunded'),
    failed: inArray(payments.state, ['declined', 'expired', 'refund failed']),
  }
}

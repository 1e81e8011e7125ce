import { and, asc, eq, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  auditLog,
  ledgerEntries,
  payments,
  refunds,
  staff,
  venuePayments,
} from '../../platform/db/schema.ts'

/** Null for a payment of the provider. */
export async function findTakingOf(q: Queryable, paymentId: string) {
  const [row] = await q
    .select({ by: venuePayments.takenBy, at: venuePayments.takenAt, recordedBy: staff.name })
    .from(venuePayments)
    .leftJoin(staff, eq(staff.userId, venuePayments.recordedBy))
    .where(eq(venuePayments.paymentId, paymentId))
  return row ?? null
}

/** The one it paid for, or is to pay for once it is taken. */
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
    .innerJoin(
      appointments,
      sql`${appointments.id} = coalesce(${payments.appointmentId}, ${payments.forAppointmentId})`,
    )
    .where(eq(payments.id, paymentId))
  return row ?? null
}

const confirmer = alias(staff, 'confirmer')

/** With the names of who asked and confirmed, oldest first. */
export function listRefundsOf(q: Queryable, paymentId: string) {
  return q
    .select({ refund: refunds, askedBy: staff.name, confirmedBy: confirmer.name })
    .from(refunds)
    .leftJoin(staff, eq(staff.id, refunds.askedBy))
    .leftJoin(confirmer, eq(confirmer.id, refunds.confirmedBy))
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

/** The action of the entry of an appointment. */
export const LINK_SENT = 'payment link sent' satisfies AuditAction

/** The payment's entries, and the links to pay that were sent for its appointment. Oldest first. */
export function listAuditOfPayment(
  q: Queryable,
  { id, memberId, appointmentId }: { id: string; memberId: number; appointmentId: number | null },
) {
  const isLink = and(
    eq(auditLog.subject, `appointment ${appointmentId}`),
    eq(auditLog.action, LINK_SENT),
  )
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
    .where(and(eq(auditLog.memberId, memberId), or(eq(auditLog.subject, `payment ${id}`), isLink)))
    .orderBy(asc(auditLog.id))
}

// Requests to be erased, for the office.
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isOfPerson } from '../../members/members.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import {
  accessLog,
  appointments,
  auditLog,
  capacityEntries,
  consents,
  consentWithdrawals,
  erasureLog,
  erasureRequests,
  identityChanges,
  identityReviews,
  incidentEntries,
  ledgerEntries,
  memberNotes,
  members,
  newsletterSubscriptions,
  payments,
  refundRequests,
  refunds,
  results,
  staff,
  transactionReports,
} from '../../platform/db/schema.ts'

type ErasureTab = 'open' | 'done' | 'closed'
type Page = { after: number | null; limit: number }

const IN_TAB: Record<ErasureTab, SQL | undefined> = {
  open: and(isNull(erasureRequests.takenBackAt), isNull(erasureRequests.carriedOutAt)),
  done: isNotNull(erasureRequests.carriedOutAt),
  closed: isNotNull(erasureRequests.takenBackAt),
}

/** Open ones oldest first, the others latest first. */
export function listErasures(q: Queryable, { tab, after, limit }: Page & { tab: ErasureTab }) {
  const { id } = erasureRequests
  const isOpen = tab === 'open'
  const beyond = after === null ? undefined : isOpen ? gt(id, after) : lt(id, after)
  return selectErasure(q)
    .where(and(IN_TAB[tab], beyond))
    .orderBy(isOpen ? asc(id) : desc(id))
    .limit(limit)
}

export async function countErasures(q: Queryable): Promise<Record<ErasureTab, number>> {
  const count = (tab: ErasureTab) => q.$count(erasureRequests, IN_TAB[tab])
  const [open, done, closed] = await Promise.all([count('open'), count('done'), count('closed')])
  return { open, done, closed }
}

export type ErasureOfOffice = Awaited<ReturnType<typeof listErasures>>[number]

export async function findErasure(q: Queryable, id: number): Promise<ErasureOfOffice | null> {
  const [row] = await selectErasure(q).where(eq(erasureRequests.id, id))
  return row ?? null
}

function selectErasure(q: Queryable) {
  const approver = alias(staff, 'approver')
  const closer = alias(staff, 'closer')
  return q
    .select({
      id: erasureRequests.id,
      memberId: erasureRequests.memberId,
      userId: members.userId,
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      askedAt: erasureRequests.askedAt,
      takenBackAt: erasureRequests.takenBackAt,
      refusal: erasureRequests.refusal,
      approvedAt: erasureRequests.approvedAt,
      carriedOutAt: erasureRequests.carriedOutAt,
      approver: approver.name,
      closer: closer.name,
      logNumber: erasureLog.id,
      counts: erasureLog.counts,
    })
    .from(erasureRequests)
    .innerJoin(members, eq(members.id, erasureRequests.memberId))
    .leftJoin(approver, eq(approver.id, erasureRequests.approvedBy))
    .leftJoin(closer, eq(closer.id, erasureRequests.closedBy))
    .leftJoin(erasureLog, eq(erasureLog.requestId, erasureRequests.id))
    .$dynamic()
}

/** What a colleague typed who entered the request; null for the member's own or an erased one. */
export async function findEntered(
  q: Queryable,
  { memberId, askedAt }: { memberId: number; askedAt: Date },
): Promise<{ by: string | null; details: unknown } | null> {
  const [row] = await q
    .select({ by: staff.name, details: auditLog.details })
    .from(auditLog)
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(
      and(
        eq(auditLog.memberId, memberId),
        eq(auditLog.action, 'erasure asked for'),
        eq(auditLog.at, askedAt),
        sql`${auditLog.details} ? 'identity'`,
      ),
    )
  return row ?? null
}

/** Of tables whose rows stay in whole or in part, by table. */
export async function countStaying(
  q: Queryable,
  memberId: number,
): Promise<Record<string, number>> {
  const ofMember = q
    .select({ id: payments.id })
    .from(payments)
    .where(isOfPerson(payments.memberId, memberId))
  const email = q
    .select({ email: sql`lower(${members.email})` })
    .from(members)
    .where(eq(members.id, memberId))
  const [row] = await q
    .select({
      appointments: q.$count(appointments, isOfPerson(appointments.memberId, memberId)),
      consents: q.$count(consents, isOfPerson(consents.memberId, memberId)),
      capacity_entries: q.$count(capacityEntries, isOfPerson(capacityEntries.memberId, memberId)),
      incident_entries: q.$count(incidentEntries, isOfPerson(incidentEntries.memberId, memberId)),
      member_notes: q.$count(
        memberNotes,
        and(isOfPerson(memberNotes.memberId, memberId), eq(memberNotes.kind, 'care')),
      ),
      consent_withdrawals: q.$count(
        consentWithdrawals,
        isOfPerson(consentWithdrawals.memberId, memberId),
      ),
      results: q.$count(results, isOfPerson(results.memberId, memberId)),
      identity_changes: q.$count(identityChanges, isOfPerson(identityChanges.memberId, memberId)),
      identity_reviews: q.$count(identityReviews, isOfPerson(identityReviews.memberId, memberId)),
      payments: q.$count(payments, isOfPerson(payments.memberId, memberId)),
      refunds: q.$count(refunds, inArray(refunds.paymentId, ofMember)),
      refund_requests: q.$count(refundRequests, inArray(refundRequests.paymentId, ofMember)),
      ledger_entries: q.$count(ledgerEntries, inArray(ledgerEntries.paymentId, ofMember)),
      transaction_reports: q.$count(
        transactionReports,
        isOfPerson(transactionReports.memberId, memberId),
      ),
      access_log: q.$count(accessLog, isOfPerson(accessLog.memberId, memberId)),
      audit_log: q.$count(auditLog, isOfPerson(auditLog.memberId, memberId)),
      erasure_requests: q.$count(erasureRequests, isOfPerson(erasureRequests.memberId, memberId)),
      members: sql<number>`1`,
      newsletter_subscriptions: q.$count(
        newsletterSubscriptions,
        and(
          eq(newsletterSubscriptions.state, 'left'),
          sql`${newsletterSubscriptions.email} in (${email})`,
        ),
      ),
    })
    .from(sql`(select 1) as one`)
  return row ?? {}
}

/** Locked; null when it is approved, closed or carried out. */
export async function lockOpenErasure(tx: Tx, id: number) {
  const [row] = await tx
    .select()
    .from(erasureRequests)
    .where(eq(erasureRequests.id, id))
    .for('update')
  return row && !row.takenBackAt && !row.approvedAt ? row : null
}

export async function approveErasure(
  q: Queryable,
  { id, staffId, now }: { id: number; staffId: number; now: Date },
): Promise<void> {
  await q
    .update(erasureRequests)
    .set({ approvedAt: now, approvedBy: staffId })
    .where(eq(erasureRequests.id, id))
}

export async function closeErasure(
  q: Queryable,
  { id, staffId, refusal, now }: { id: number; staffId: number; refusal: string | null; now: Date },
): Promise<void> {
  await q
    .update(erasureRequests)
    .set({ takenBackAt: now, closedBy: staffId, refusal })
    .where(eq(erasureRequests.id, id))
}

// SQL of all that is kept of one member, by the names he is given it under. What is another member's,
// a hash, or a key to something (holds, links, request ids) is left out.
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { UNDER_WAY } from '../../domain/payments.ts'
import type { Queryable } from '../db/database.ts'
import {
  accessGrants,
  accessLog,
  appointments,
  auditLog,
  consents,
  consentWords,
  contactMessages,
  erasureRequests,
  events,
  ledgerEntries,
  newsletterSubscriptions,
  payments,
  places,
  products,
  refunds,
  results,
  transactionReports,
  upcomingAppointments,
  waitingList,
} from '../db/schema.ts'

export function findAppointmentsOf(q: Queryable, memberId: number) {
  return q
    .select({
      reference: appointments.reference,
      event_name: events.name,
      product_name: products.name,
      starts_at: appointments.slotStartsAt,
      ends_at: appointments.slotEndsAt,
      status: appointments.status,
      payment_status: appointments.paymentStatus,
      price_pence: appointments.pricePence,
      booked_at: appointments.createdAt,
      changed_at: appointments.updatedAt,
      cancelled_at: appointments.cancelledAt,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(products, eq(products.id, events.productId))
    .where(eq(appointments.memberId, memberId))
    .orderBy(asc(appointments.id))
}

export function findHeldPlacesOf(q: Queryable, memberId: number) {
  return q
    .select({
      event_name: events.name,
      starts_at: places.slotStartsAt,
      held_until: places.heldUntil,
      held_longer_for_payment: places.holdExtended,
    })
    .from(places)
    .innerJoin(events, eq(events.id, places.eventId))
    .where(eq(places.heldBy, memberId))
}

export function findWaitsOf(q: Queryable, memberId: number) {
  return q
    .select({
      event_name: events.name,
      joined_at: waitingList.joinedAt,
      status: waitingList.status,
      offered_until: waitingList.offeredUntil,
      closed_at: waitingList.closedAt,
    })
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(eq(waitingList.memberId, memberId))
    .orderBy(asc(waitingList.id))
}

export function findAccessGrantsOf(q: Queryable, memberId: number) {
  return q
    .select({
      event_name: events.name,
      opened_at: accessGrants.createdAt,
      open_until: accessGrants.expiresAt,
    })
    .from(accessGrants)
    .innerJoin(events, eq(events.id, accessGrants.eventId))
    .where(eq(accessGrants.memberId, memberId))
    .orderBy(asc(accessGrants.createdAt))
}

export function findConsentsOf(q: Queryable, memberId: number) {
  return q
    .select({
      event_name: events.name,
      test_date: consents.psaTestDate,
      given_at: consents.givenAt,
      given_through: consents.channel,
      answers: consents.answers,
      terms: consents.terms,
      sample_consent: consents.sampleConsent,
      gp_sharing: consents.gpSharing,
      disclaimer: consents.disclaimer,
      words_version: consents.wordsVersion,
      words: consentWords.words,
    })
    .from(consents)
    .innerJoin(events, eq(events.id, consents.eventId))
    .innerJoin(consentWords, eq(consentWords.version, consents.wordsVersion))
    .where(eq(consents.memberId, memberId))
    .orderBy(asc(consents.id))
}

/** Every result that was released to him, also one that was replaced later; still sealed. */
export function findAllReleasedResults(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  return q
    .select({
      id: results.id,
      supersedesId: results.supersedesId,
      sealed: results.sealed,
      source: results.source,
      sourceRef: results.sourceRef,
      sampleDate: results.sampleDate,
      releasedAt: results.releasedAt,
      recordedAt: results.recordedAt,
      appointment: appointments.reference,
    })
    .from(results)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .where(and(eq(results.memberId, memberId), lte(results.releasedAt, now)))
    .orderBy(asc(results.id))
}

/** Who has looked at a member's results, the latest first: one row for what was seen at once. */
export function findResultViews(q: Queryable, memberId: number) {
  return q
    .select({
      actorUserId: accessLog.actorUserId,
      actorRole: accessLog.actorRole,
      what: accessLog.what,
      reason: accessLog.reason,
      at: accessLog.at,
      results: count(accessLog.resultId),
    })
    .from(accessLog)
    .where(eq(accessLog.memberId, memberId))
    .groupBy(
      accessLog.actorUserId,
      accessLog.actorRole,
      accessLog.what,
      accessLog.reason,
      accessLog.at,
    )
    .orderBy(desc(accessLog.at))
}

export function findPaymentsOf(q: Queryable, memberId: number) {
  return q
    .select({
      payment: payments.id,
      description: payments.description,
      amount_pence: payments.amountPence,
      currency: payments.currency,
      state: payments.state,
      captured_pence: payments.capturedPence,
      fee_pence: payments.feePence,
      card: payments.card,
      invoice: payments.invoiceId,
      order_at_provider: payments.orderId,
      capture_at_provider: payments.captureId,
      appointment_time: payments.slotStartsAt,
      asked_at: payments.askedAt,
      begun_at: payments.createdAt,
      changed_at: payments.updatedAt,
      answer_of_provider: payments.lastAnswer,
    })
    .from(payments)
    .where(eq(payments.memberId, memberId))
    .orderBy(asc(payments.createdAt))
}

export function findRefundsOf(q: Queryable, memberId: number) {
  return q
    .select({
      payment: refunds.paymentId,
      amount_pence: refunds.amountPence,
      reason: refunds.reason,
      state: refunds.state,
      refund_at_provider: refunds.providerRefundId,
      queued_at: refunds.createdAt,
      changed_at: refunds.updatedAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.memberId, memberId))
    .orderBy(asc(refunds.createdAt))
}

export function findLedgerOf(q: Queryable, memberId: number) {
  return q
    .select({
      payment: ledgerEntries.paymentId,
      kind: ledgerEntries.kind,
      amount_pence: ledgerEntries.amountPence,
      currency: ledgerEntries.currency,
      reference_at_provider: ledgerEntries.providerRef,
      at: ledgerEntries.at,
    })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .where(eq(payments.memberId, memberId))
    .orderBy(asc(ledgerEntries.id))
}

export function findPaymentReportsOf(q: Queryable, memberId: number) {
  return q
    .select({
      reported_by: transactionReports.reportedBy,
      record: transactionReports.record,
      at: transactionReports.at,
    })
    .from(transactionReports)
    .where(eq(transactionReports.memberId, memberId))
    .orderBy(asc(transactionReports.id))
}

/** The newsletter's rows of his address, with the id under which the audit log speaks of them. */
export function findSubscriptionsOf(q: Queryable, email: string) {
  return q
    .select({
      id: newsletterSubscriptions.id,
      email: newsletterSubscriptions.email,
      name: newsletterSubscriptions.name,
      hear_about_event: newsletterSubscriptions.hearAboutEvent,
      state: newsletterSubscriptions.state,
      wording: newsletterSubscriptions.wording,
      asked_at: newsletterSubscriptions.askedAt,
      confirm_until: newsletterSubscriptions.confirmUntil,
      confirmed_at: newsletterSubscriptions.confirmedAt,
      left_at: newsletterSubscriptions.leftAt,
    })
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email.toLowerCase()))
}

export function findMessagesOf(q: Queryable, email: string) {
  return q
    .select({
      first_name: contactMessages.firstName,
      last_name: contactMessages.lastName,
      email: contactMessages.email,
      phone_number: contactMessages.phoneNumber,
      message: contactMessages.message,
      state: contactMessages.state,
      held_because: contactMessages.heldBecause,
      received_at: contactMessages.receivedAt,
    })
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, email.toLowerCase()))
    .orderBy(asc(contactMessages.id))
}

/** The audit log about him, and about his newsletter subscriptions (`subjects`). */
export function findAuditOf(
  q: Queryable,
  { memberId, subjects }: { memberId: number; subjects: string[] },
) {
  return q
    .select({
      actorUserId: auditLog.actorUserId,
      action: auditLog.action,
      subject: auditLog.subject,
      details: auditLog.details,
      at: auditLog.at,
    })
    .from(auditLog)
    .where(or(eq(auditLog.memberId, memberId), inArray(auditLog.subject, subjects)))
    .orderBy(asc(auditLog.id))
}

export function findErasureRequestsOf(q: Queryable, memberId: number) {
  return q
    .select({ asked_at: erasureRequests.askedAt, taken_back_at: erasureRequests.takenBackAt })
    .from(erasureRequests)
    .where(eq(erasureRequests.memberId, memberId))
    .orderBy(asc(erasureRequests.id))
}

const isStanding = (memberId: number) =>
  and(eq(erasureRequests.memberId, memberId), isNull(erasureRequests.takenBackAt))

/** When a member asked to be erased, as long as the request stands; null when it does not. */
export async function findStandingErasure(q: Queryable, memberId: number): Promise<Date | null> {
  const [row] = await q
    .select({ askedAt: erasureRequests.askedAt })
    .from(erasureRequests)
    .where(isStanding(memberId))
  return row?.askedAt ?? null
}

export async function insertErasure(
  q: Queryable,
  request: { memberId: number; askedAt: Date },
): Promise<void> {
  await q.insert(erasureRequests).values(request)
}

/** Ends the request that stands; null when none does. */
export async function takeBackErasure(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<{ askedAt: Date } | null> {
  const [row] = await q
    .update(erasureRequests)
    .set({ takenBackAt: now })
    .where(isStanding(memberId))
    .returning({ askedAt: erasureRequests.askedAt })
  return row ?? null
}

/** What a request to be erased has to wait for. */
export async function whatIsAhead(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  const upcoming = await q
    .select({ until: upcomingAppointments.until })
    .from(upcomingAppointments)
    .where(and(eq(upcomingAppointments.memberId, memberId), gt(upcomingAppointments.until, now)))
  const paying = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), inArray(payments.state, [...UNDER_WAY])))
    .limit(1)
  const refunding = await q
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.memberId, memberId), inArray(refunds.state, ['queued', 'sent'])))
    .limit(1)
  return {
    hasUpcoming: upcoming.length > 0,
    hasMoneyUnderWay: paying.length + refunding.length > 0,
  }
}

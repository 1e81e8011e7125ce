// By the copy's field names, without other members' data, hashes and secrets.
import { and, asc, count, desc, eq, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import {
  accessGrants,
  accessLog,
  appointments,
  attendanceActions,
  auditLog,
  contactMessages,
  events,
  nearAlertMails,
  nearAlerts,
  newsletterSubscriptions,
  places,
  products,
  results,
  sentMessages,
  waitingList,
} from '../db/schema.ts'
import { isWithheld } from '../members/identity/withheld.queries.ts'
import { isReadBy } from '../results/readers.queries.ts'

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

/** What was recorded at the venue; `undone` when it was taken back. */
export function findAttendanceOf(q: Queryable, memberId: number) {
  const undo = alias(attendanceActions, 'undo')
  return q
    .select({
      reference: appointments.reference,
      happened: attendanceActions.type,
      at: attendanceActions.at,
      tube: attendanceActions.tube,
      reason: attendanceActions.reason,
      note: attendanceActions.note,
      refused_because: sql<
        string | null
      >`case when ${attendanceActions.status} = 'refused' then ${attendanceActions.code} end`,
      undone: sql<boolean>`exists ${q
        .select({ id: undo.id })
        .from(undo)
        .where(eq(undo.undoes, attendanceActions.actionId))}`,
    })
    .from(attendanceActions)
    .innerJoin(appointments, eq(appointments.id, attendanceActions.appointmentId))
    .where(eq(appointments.memberId, memberId))
    .orderBy(asc(attendanceActions.at), asc(attendanceActions.id))
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

/** Mails and SMS about appointments; their words are sealed. */
export function listMessagesSentTo(q: Queryable, memberId: number) {
  return q
    .select({
      about: sentMessages.about,
      jobId: sentMessages.jobId,
      sealed: sentMessages.sealed,
      sentAt: sentMessages.sentAt,
    })
    .from(sentMessages)
    .where(eq(sentMessages.memberId, memberId))
    .orderBy(asc(sentMessages.id))
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
    .where(and(isReadBy(memberId), lte(results.releasedAt, now), not(isWithheld)))
    .orderBy(asc(results.id))
}

/** Latest first; one row for results viewed together. */
export function findAccesses(q: Queryable, memberId: number) {
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

export function findNearAlertsOf(q: Queryable, email: string) {
  const { id } = nearAlerts
  return q
    .select({
      id,
      email: nearAlerts.email,
      place: nearAlerts.place,
      latitude: nearAlerts.latitude,
      longitude: nearAlerts.longitude,
      miles: nearAlerts.miles,
      state: nearAlerts.state,
      wording: nearAlerts.wording,
      asked_at: nearAlerts.askedAt,
      confirm_until: nearAlerts.confirmUntil,
      confirmed_at: nearAlerts.confirmedAt,
      left_at: nearAlerts.leftAt,
      events_mailed: sql<number[]>`array(select ${nearAlertMails.eventId} from ${nearAlertMails}
        where ${nearAlertMails.alertId} = ${id} order by 1)`,
    })
    .from(nearAlerts)
    .where(eq(nearAlerts.email, email.toLowerCase()))
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
      held_because: contactMessages.spamReason,
      received_at: contactMessages.receivedAt,
    })
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, email.toLowerCase()))
    .orderBy(asc(contactMessages.id))
}

export function findAuditOf(
  q: Queryable,
  { userId, memberIds, subjects }: { userId: string; memberIds: number[]; subjects: string[] },
) {
  return q
    .select({
      actorUserId: auditLog.actorUserId,
      memberId: auditLog.memberId,
      action: auditLog.action,
      subject: auditLog.subject,
      details: auditLog.details,
      at: auditLog.at,
    })
    .from(auditLog)
    .where(
      or(
        and(eq(auditLog.actorUserId, userId), isNull(auditLog.memberId)),
        inArray(auditLog.memberId, memberIds),
        inArray(auditLog.subject, subjects),
      ),
    )
    .orderBy(asc(auditLog.id))
}

// By the copy's field names, without other members' data, hashes and secrets.
import { and, asc, count, desc, eq, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { openEntry } from '../../contact/sealed-entry.ts'
import { openMessage } from '../../contact/sealed-message.ts'
import type { Deps } from '../../deps.ts'
import { isReadBy } from '../../facts/readers.queries.ts'
import { isWithheld } from '../../members/identity/withheld.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  accessGrants,
  accessLog,
  appointments,
  attendanceActions,
  auditLog,
  contactMessages,
  events,
  invitations,
  messageEntries,
  nearAlertMails,
  nearAlerts,
  newsletterMails,
  newsletterSubscriptions,
  newsletters,
  places,
  products,
  results,
  sentMessages,
  waitingList,
} from '../../platform/db/schema.ts'

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
      waived_pence: appointments.concessionPence,
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
      sealId: attendanceActions.sealId,
      sealed: attendanceActions.sealed,
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

/** Without the name on it: the link may have been passed on. */
export function findInvitationsOf(q: Queryable, memberId: number) {
  return q
    .select({
      event_name: events.name,
      starts_at: invitations.slotStartsAt,
      invited_at: invitations.createdAt,
      held_until: invitations.heldUntil,
      link_opened_at: invitations.openedAt,
      ended_at: invitations.endedAt,
      ended_because: invitations.endedBecause,
    })
    .from(invitations)
    .innerJoin(events, eq(events.id, invitations.eventId))
    .where(eq(invitations.memberId, memberId))
    .orderBy(asc(invitations.id))
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

export type Access = Awaited<ReturnType<typeof readAccesses>>[number]
type AccessPage = { views: Access[]; next: Date | null }

/** Rows of the log that are read at once: its index finds them, however many there are. */
const ROWS_OF_LOG = 500

/**
 * A page of the views of a member's record, latest first; one view for results opened together.
 * `next` is the moment before which the next page begins, null on the last one.
 */
export async function listAccesses(
  q: Queryable,
  params: { memberId: number; before: Date | null; what?: 'result' },
): Promise<AccessPage> {
  const views = await readAccesses(q, params)
  const rows = views.reduce((sum, view) => sum + view.results + view.others, 0)
  const last = views.at(-1)
  if (rows < ROWS_OF_LOG || !last) return { views, next: null }
  // The oldest moment may go on beyond the page.
  const whole = views.filter(({ at }) => at.getTime() !== last.at.getTime())
  return whole.length === 0
    ? { views, next: last.at }
    : { views: whole, next: whole.at(-1)?.at ?? null }
}

/** All views, page after page. For the copy alone. */
export async function readAllAccesses(q: Queryable, memberId: number): Promise<Access[]> {
  const all: Access[] = []
  let before: Date | null = null
  do {
    const page: AccessPage = await listAccesses(q, { memberId, before })
    all.push(...page.views)
    before = page.next
  } while (before)
  return all
}

function readAccesses(
  q: Queryable,
  { memberId, before, what }: { memberId: number; before: Date | null; what?: 'result' },
) {
  const latest = q
    .select({
      actorUserId: accessLog.actorUserId,
      actorRole: accessLog.actorRole,
      what: accessLog.what,
      reason: accessLog.reason,
      at: accessLog.at,
      resultId: accessLog.resultId,
    })
    .from(accessLog)
    .where(
      and(
        eq(accessLog.memberId, memberId),
        before ? lt(accessLog.at, before) : undefined,
        what ? eq(accessLog.what, what) : undefined,
      ),
    )
    .orderBy(desc(accessLog.at))
    .limit(ROWS_OF_LOG)
    .as('latest')
  return q
    .select({
      actorUserId: latest.actorUserId,
      actorRole: latest.actorRole,
      what: latest.what,
      reason: latest.reason,
      at: latest.at,
      results: count(latest.resultId),
      others: sql`count(*) filter (where ${latest.resultId} is null)`.mapWith(Number),
    })
    .from(latest)
    .groupBy(latest.actorUserId, latest.actorRole, latest.what, latest.reason, latest.at)
    .orderBy(desc(latest.at))
}

export function findSubscriptionsOf(q: Queryable, email: string) {
  return q
    .select({
      id: newsletterSubscriptions.id,
      email: newsletterSubscriptions.email,
      name: newsletterSubscriptions.name,
      hear_about_event: newsletterSubscriptions.hearAboutEvent,
      state: newsletterSubscriptions.state,
      ground: newsletterSubscriptions.ground,
      wording: newsletterSubscriptions.wording,
      asked_at: newsletterSubscriptions.askedAt,
      confirm_until: newsletterSubscriptions.confirmUntil,
      confirmed_at: newsletterSubscriptions.confirmedAt,
      left_at: newsletterSubscriptions.leftAt,
      newsletters_mailed: sql<string[]>`array(select sent.subject
        from ${newsletterMails} mail join ${newsletters} sent on sent.id = mail.newsletter_id
        where mail.subscription_id = newsletter_subscriptions.id and mail.queued_at is not null
        order by sent.id)`,
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

const MOST_MESSAGES = 1_000

/** The newest 1,000 in the name of this address, since anybody can write in it; oldest first. */
export async function findMessagesOf(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  email: string,
) {
  const newest = await q
    .select({
      id: contactMessages.id,
      first_name: contactMessages.firstName,
      last_name: contactMessages.lastName,
      email: contactMessages.email,
      phone_number: contactMessages.phoneNumber,
      message: contactMessages.message,
      sealId: contactMessages.sealId,
      sealed: contactMessages.sealed,
      state: contactMessages.state,
      held_because: contactMessages.spamReason,
      received_at: contactMessages.receivedAt,
      complaint_at: contactMessages.complaintAt,
      acknowledged_at: contactMessages.acknowledgedAt,
      outcome_at: contactMessages.outcomeAt,
    })
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, email.toLowerCase()))
    .orderBy(desc(contactMessages.id))
    .limit(MOST_MESSAGES)
  const ids = newest.map(({ id }) => id)
  const entries = await q
    .select()
    .from(messageEntries)
    .where(inArray(messageEntries.messageId, ids))
    .orderBy(asc(messageEntries.id))
  return newest.toReversed().map(({ id, sealId, sealed, ...row }) => ({
    ...row,
    message: openMessage(fieldKeys, { ...row, sealId, sealed }),
    answers_and_notes: entries
      .filter(({ messageId }) => messageId === id)
      .map(({ kind, at, ...entry }) => ({ kind, at, text: openEntry(fieldKeys, entry) })),
  }))
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

import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { isErasureRequested } from '../members/erasure-requested.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  placeholders,
  prepareQuery,
  prepareSql,
  refuseUnlessRow,
} from '../platform/db/prepared-query.ts'
import {
  appointments,
  careLoops,
  consents,
  consentWithdrawals,
  upcomingAppointments,
} from '../platform/db/schema.ts'

/** Violates one_open_appointment_per_member_and_event when the member has one at the event. */
export function insertAppointment(q: Queryable, appointment: NewAppointment): Promise<unknown> {
  return appointmentToInsert(q).execute(appointment)
}

type NewAppointment = {
  id: number
  reference: string
  eventId: number
  memberId: number
  slotStartsAt: Date
  slotEndsAt: Date
  paymentStatus: (typeof appointments.$inferSelect)['paymentStatus']
  pricePence: number
  hostSharePence: number
  consentId: number
  freeRepeatOf: number | null
  repeatsAppointment: number | null
  at: Date
}

/** An id that no other appointment has or gets. */
export async function newAppointmentId(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ id: number }>(sql`select ${nextAppointmentId} as id`)
  if (!rows[0]) throw new Error('the sequence of appointments has no next id')
  return rows[0].id
}

/** Violates one_upcoming_appointment_per_member; call deletePastUpcoming first. */
export function claimUpcoming(
  q: Queryable,
  claim: { memberId: number; appointmentId: number; until: Date },
): Promise<unknown> {
  return upcomingToClaim(q).execute(claim)
}

/** The end of the member's upcoming appointment, possibly past; null without one. */
export async function findUpcomingUntil(q: Queryable, memberId: number): Promise<Date | null> {
  const [upcoming] = await q
    .select({ until: upcomingAppointments.until })
    .from(upcomingAppointments)
    .where(eq(upcomingAppointments.memberId, memberId))
  return upcoming?.until ?? null
}

/** Deletes the member's upcoming-appointment claim when that appointment has ended. */
export function deletePastUpcoming(
  q: Queryable,
  ended: { memberId: number; now: Date },
): Promise<unknown> {
  return pastUpcoming(q).execute(ended)
}

/**
 * Fails with consent_required when the consent was withdrawn, with erasure_asked when the member
 * has asked to be erased.
 */
export function refuseWithdrawal(q: Queryable, consentId: number): Promise<unknown> {
  return standingConsent(q).execute({ consentId })
}

/** Closes the office's tasks to offer another appointment after no sample was taken or the member did not attend. */
export function closeOfferAgain(
  q: Queryable,
  closing: { memberId: number; now: Date },
): Promise<unknown> {
  return offerAgainToClose(q).execute(closing)
}

export const nextAppointmentId = sql<number>`nextval('appointments_id_seq')`

const appointmentToInsert = prepareQuery((q) =>
  q
    .insert(appointments)
    .overridingSystemValue()
    .values({
      ...placeholders(
        'id',
        'reference',
        'eventId',
        'memberId',
        'slotStartsAt',
        'slotEndsAt',
        'paymentStatus',
        'pricePence',
        'hostSharePence',
        'consentId',
        'freeRepeatOf',
        'repeatsAppointment',
      ),
      createdAt: sql.placeholder('at'),
      updatedAt: sql.placeholder('at'),
    })
    .prepare('insert_appointment'),
)

const upcomingToClaim = prepareQuery((q) =>
  q
    .insert(upcomingAppointments)
    .values(placeholders('memberId', 'appointmentId', 'until'))
    .prepare('claim_upcoming'),
)

const offerAgainToClose = prepareQuery((q) =>
  q
    .update(careLoops)
    .set({
      closedAt: sql`${sql.param(sql.placeholder('now'), careLoops.closedAt)}`,
      closedBecause: 'booked again',
      nextStepAt: null,
    })
    .where(
      and(
        eq(careLoops.memberId, sql.placeholder('memberId')),
        inArray(careLoops.kind, ['not_sampled', 'did_not_attend']),
        isNull(careLoops.closedAt),
      ),
    )
    .prepare('close_offer_again'),
)

const pastUpcoming = prepareQuery((q) =>
  q
    .delete(upcomingAppointments)
    .where(
      and(
        eq(upcomingAppointments.memberId, sql.placeholder('memberId')),
        lte(upcomingAppointments.until, sql.placeholder('now')),
      ),
    )
    .prepare('delete_past_upcoming'),
)

const standingConsent = prepareSql('refuse_withdrawal', (q) =>
  refuseUnlessRow(
    q
      .select({
        isWithdrawn:
          sql`exists (select 1 from ${consentWithdrawals} where ${eq(consentWithdrawals.consentId, consents.id)})`.as(
            'is_withdrawn',
          ),
        erasureAsked: isErasureRequested(consents.memberId).as('erasure_asked'),
      })
      .from(consents)
      .where(eq(consents.id, sql.placeholder('consentId'))),
    sql`case when exists (select from done where erasure_asked) then 'erasure_asked' else 'consent_required' end`,
    sql`exists (select from done where not is_withdrawn and not erasure_asked)`,
  ),
)

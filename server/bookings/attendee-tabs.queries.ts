import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AttendeeTab } from '../../domain/office/attendee-schemas.ts'
import { appointments, careLoops, events, labs, members } from '../platform/db/schema.ts'

/** Tabs of appointments. */
export type BookedTab = Exclude<AttendeeTab, 'waiting'>

/** The latest consent is withdrawn, or there is none. */
export const lacksConsent = sql`(select w.id is null from consents c
    left join consent_withdrawals w on w.consent_id = c.id
  where c.member_id = ${appointments.memberId} and c.event_id = ${appointments.eventId}
  order by c.id desc limit 1) is not true`
const labNeedsNumber = sql`exists (select from ${events} join ${labs} on ${eq(labs.id, events.labId)}
  where ${eq(events.id, appointments.eventId)} and ${labs.requiresNhsNumber})`
export const lacksNhsNumber = and(isNull(members.nhsConfirmedAt), labNeedsNumber)
const isBooked = eq(appointments.status, 'booked')
/** Its price is neither settled nor waived; moneyOf says what of it is owed. */
export const isUnsettled = and(
  isBooked,
  gt(appointments.pricePence, 0),
  inArray(appointments.paymentStatus, ['not paid', 'paid']),
)
/** A call about a change of the event is open; of two appointments of a member the later one has it. */
const isToCall = sql`exists (select from ${careLoops} where ${and(
  eq(careLoops.kind, 'not_told'),
  eq(careLoops.eventId, appointments.eventId),
  eq(careLoops.memberId, appointments.memberId),
  isNull(careLoops.closedAt),
)}) and not exists (select from appointments later where later.member_id = ${appointments.memberId}
  and later.event_id = ${appointments.eventId} and later.id > ${appointments.id})`
/** Of appointments joined with their members. */
export const isInTab: Record<BookedTab, SQL | undefined> = {
  booked: isBooked,
  cancelled: eq(appointments.status, 'cancelled'),
  to_call: isToCall,
  without_consent: and(isBooked, lacksConsent),
  without_nhs_number: and(isBooked, lacksNhsNumber),
  needs_support: and(isBooked, sql`cardinality(${members.supportNeeds}) > 0`),
  without_email: and(isBooked, isNull(members.email)),
  to_pay: isUnsettled,
}

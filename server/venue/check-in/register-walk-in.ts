import { CONSENT_VERSION } from '../../../domain/consent.ts'
import type { EventDetails } from '../../../domain/contract.ts'
import { chargePence } from '../../../domain/events.ts'
import type { Flag } from '../../../domain/office/attendance.ts'
import { isLeadOf } from '../../../domain/office/days.ts'
import { whyNotMore, whyNotOpenPlace } from '../../../domain/office/walk-in-limits.ts'
import { type WalkIn, WalkInSchema } from '../../../domain/office/walk-in-schemas.ts'
import {
  flagsOfWalkIn,
  type WalkInRefusal,
  walkInPayment,
  whyNotRegister,
} from '../../../domain/office/walk-ins.ts'
import {
  claimUpcoming,
  insertAppointment,
  newAppointmentId,
} from '../../bookings/book-appointment.queries.ts'
import { areConsentWordsKnown } from '../../bookings/consent/consent.queries.ts'
import { writeConsent } from '../../bookings/consent/give-consent.ts'
import { newReference } from '../../bookings/reference.ts'
import { findEventDetails, findHostShare } from '../../events/events.queries.ts'
import { addMemberAtVenue } from '../../members/profile/add-member.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DayAppointment } from './day-appointments.ts'
import type { AttendanceDeps, DayContext, Recorded } from './day-context.ts'
import type { Press } from './press.ts'
import { recordDoubtedWalkIn } from './record-doubted-walk-in.ts'
import type { Registration } from './sealed-registration.ts'
import { sendWalkInLink } from './send-walk-in-link.ts'
import { tidied } from './tidy-walk-in.ts'
import { readLimits } from './walk-in-limits.ts'
import { givePlace } from './walk-in-places.queries.ts'
import { findWalkInPlace, type WalkInPlace } from './walk-in-places.ts'

/**
 * Makes the member, the consent, the place and the appointment of somebody who came without one, or
 * says why not. Always a new member: a likely double is flagged, and merged later by an admin.
 */
export async function registerWalkIn(
  tx: Tx,
  deps: AttendanceDeps,
  of: { press: Press; form: Registration; warning: Flag | null; day: DayContext },
): Promise<Recorded> {
  const { press, warning, day } = of
  const { eventId, by, now } = day
  if (of.form.doubt !== undefined) return recordDoubtedWalkIn(tx, deps, of)
  const parsed = WalkInSchema.safeParse(of.form)
  if (!parsed.success) return refused('form_incomplete')
  const form = tidied(parsed.data)
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const refusal = whyNotRegister(form, event.event_date)
  if (refusal) return refused(refusal)
  const { wordsVersion = CONSENT_VERSION } = form.consent.answers
  const hasOlderWords = wordsVersion !== CONSENT_VERSION
  if (hasOlderWords && !(await areConsentWordsKnown(tx, wordsVersion)))
    return refused('consent_words_unknown')

  const at = press.at > now ? now : press.at
  const limits = await readLimits(tx, { at, event, day })
  const limit = whyNotMore(limits)
  if (limit) return refused(limit)
  const openLimit = whyNotOpenPlace(limits)
  const place = await findWalkInPlace(tx, { event, at, now, onlyKeptBack: openLimit !== null })
  if (!place) return refused(openLimit ?? 'too_many_walk_ins')
  const details = { eventId, walkIn: press.id }
  const { id: memberId, doubles } = await addMemberAtVenue(tx, deps, { form, staff: by, details })
  const booked = await book(tx, deps, { form, memberId, event, place, at, day })
  const { isExtra, reference, ...appointment } = booked
  const link = { appointmentId: booked.id, reference, form, event, staff: by }
  const isLinkMissing = form.send_link === true && !(await sendWalkInLink(tx, deps, link))
  const flags: Flag[] = flagsOfWalkIn({
    isCancelled: event.is_cancelled,
    isClosed: day.isClosed,
    isDouble: doubles.length > 0,
    isLead: isLeadOf(by, eventId),
    isExtra,
    needsNhsNumber: event.requires_nhs_number,
    hasOlderWords,
    isLinkMissing,
    form,
  })
  const [first, ...also] = warning ? [...flags, warning] : flags
  if (!first) return { outcome: { status: 'applied', code: null }, appointment }
  return { outcome: { status: 'flagged', code: first }, also, appointment }
}

async function book(
  tx: Tx,
  deps: AttendanceDeps,
  of: {
    form: WalkIn
    memberId: number
    event: EventDetails
    place: WalkInPlace
    at: Date
    day: DayContext
  },
): Promise<DayAppointment & { isExtra: boolean; reference: string }> {
  const { form, memberId, event, place, at, day } = of
  const { eventId, by, now } = day
  const { channel, taken_by: takenBy, answers, ...help } = form.consent
  const consent = await writeConsent(tx, deps, {
    ids: { memberId, eventId, channel, takenBy: takenBy || by.name },
    form: { ...answers, psaTestDate: event.event_date },
    help,
    now: at,
  })
  const { startsAt: slotStartsAt, isExtra } = place
  const slotEndsAt = new Date(slotStartsAt.getTime() + event.session_duration * 60_000)
  const pricePence = chargePence(event)
  const paymentStatus = walkInPayment(form, { pricePence, isLead: isLeadOf(by, eventId) })
  const id = await newAppointmentId(tx)
  const reference = newReference()
  await insertAppointment(tx, {
    id,
    reference,
    eventId,
    memberId,
    slotStartsAt,
    slotEndsAt,
    paymentStatus,
    pricePence,
    hostSharePence: await findHostShare(tx, eventId),
    consentId: consent.id,
    freeRepeatOf: null,
    repeatsAppointment: null,
    at: now,
  })
  await claimUpcoming(tx, { memberId, appointmentId: id, until: slotEndsAt })
  await givePlace(tx, { ...place, eventId, appointmentId: id })
  const entry = { by, memberId, subject: `appointment ${id}`, at: now }
  const { payment, waiver_reason: reason = null } = form
  const startsAt = slotStartsAt.toISOString()
  const details = { eventId, startsAt, walkIn: true, extraPlace: isExtra, payment }
  await insertAudit(tx, entry, 'booked', details)
  if (paymentStatus === 'waived')
    await insertAudit(tx, entry, 'payment waived', { reason, pence: pricePence })
  await insertStaffAccess(tx, { staff: by, memberId, what: 'appointment', reason: 'day', at: now })
  return { id, memberId, status: 'booked', slotStartsAt, isExtra, reference }
}

function refused(code: WalkInRefusal): Recorded {
  return { outcome: { status: 'refused', code }, appointment: null }
}

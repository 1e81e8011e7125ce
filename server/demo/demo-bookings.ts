import { CONSENT_VERSION, CONSENT_WORDS } from '../../domain/consent.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence } from '../../domain/events.ts'
import { generateSlots } from '../../domain/slots.ts'
import { ukDate } from '../../domain/uk-time.ts'
import {
  claimUpcoming,
  insertAppointment,
  newAppointmentId,
} from '../bookings/book-appointment.queries.ts'
import { insertConsent, saveConsentText } from '../bookings/consent/consent.queries.ts'
import { sealConsent } from '../bookings/consent/sealed-consent.ts'
import { claimPlace } from '../bookings/places.queries.ts'
import { newReference } from '../bookings/reference.ts'
import type { MemberRow } from '../members/members.queries.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'

const BOOKED_BEFORE_MS = 3 * 24 * 3_600_000

/** Books slot number `place` of the event (modulo its slots) for a member, with a consent. */
export async function addDemoBooking(
  tx: Tx,
  {
    event,
    member,
    place,
    paymentStatus = 'paid',
    fieldKeys,
    now,
  }: {
    event: CharityEvent
    member: MemberRow
    place: number
    paymentStatus?: 'paid' | 'not paid'
    fieldKeys: FieldKeys
    now: Date
  },
): Promise<{ id: number; startsAt: Date }> {
  const slots = generateSlots(event)
  const slot = slots[place % slots.length]
  if (!slot) throw new Error(`${event.event_name} has no slots`)
  const { startsAt, endsAt } = slot
  const bookedAt = new Date(Math.min(now.getTime(), startsAt.getTime()) - BOOKED_BEFORE_MS)
  const ids = { memberId: member.id, eventId: event.event_id }

  const id = await newAppointmentId(tx)
  await insertAppointment(tx, {
    ...ids,
    id,
    reference: newReference(),
    slotStartsAt: startsAt,
    slotEndsAt: endsAt,
    paymentStatus,
    pricePence: chargePence(event),
    hostSharePence: 0,
    freeRepeatOf: null,
    repeatsAppointment: null,
    consentId: await addConsent(tx, fieldKeys, {
      ...ids,
      psaTestDate: ukDate(startsAt),
      at: bookedAt,
    }),
    at: bookedAt,
  })
  const claim = { ...ids, startsAt, appointmentId: id, now: bookedAt }
  await claimPlace(tx, claim)
  await insertAudit(
    tx,
    { memberId: member.id, subject: `appointment ${id}`, at: bookedAt },
    'booked',
    { by: 'demo data' },
  )
  if (endsAt > now) {
    await claimUpcoming(tx, { memberId: member.id, appointmentId: id, until: endsAt })
  }
  return { id, startsAt }
}

async function addConsent(
  tx: Tx,
  fieldKeys: FieldKeys,
  consent: { memberId: number; eventId: number; psaTestDate: string; at: Date },
): Promise<number> {
  const { memberId, eventId, psaTestDate, at } = consent
  await saveConsentText(tx, { version: CONSENT_VERSION, words: CONSENT_WORDS, now: at })
  const ids = { memberId, eventId, givenAt: at }
  const answers = {
    numberOfPsaTest: 1,
    familyHistoryProstateCancer: "Don't know",
    familyMemberWithProstateCancer: [],
    familyHistoryBreastOvarianCancer: 'No',
    familyMemberWithOvarianCancer: [],
    medicationHistory: 'None',
  }
  return insertConsent(tx, {
    ...ids,
    psaTestDate,
    wordsVersion: CONSENT_VERSION,
    sealed: sealConsent(fieldKeys, ids, { answers }),
    terms: true,
    sampleConsent: true,
    gpSharing: false,
    disclaimer: true,
  })
}

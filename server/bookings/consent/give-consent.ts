import {
  CONSENT_VERSION,
  CONSENT_WORDS,
  consentErrors,
  isConsentValid,
} from '../../../domain/consent.ts'
import type { ConsentPayload, EventDetails } from '../../../domain/contract.ts'
import { normaliseEmail } from '../../../domain/email-address.ts'
import type { ConsentHelp, TakenWith } from '../../../domain/office/consent-help.ts'
import { isCalendarDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails, findEventsStarting } from '../../events/events.queries.ts'
import { findLatestConsent } from '../../facts/latest-consent.queries.ts'
import { findMember, type Member } from '../../members/members.queries.ts'
import { consentGivenAgainToOffice } from '../../messages/mails/consent-withdrawn.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import { closeLoops } from '../../tasks/change-loops.ts'
import {
  findBookedTest,
  findBookedTests,
  findConsentOfAppointment,
  insertConsent,
  redeemConsentLink,
  saveConsentText,
} from './consent.queries.ts'
import { dayOf } from './day-of.ts'
import { openConsent, type SealedConsent, sealConsent } from './sealed-consent.ts'

type ConsentDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys' | 'jobs' | 'settings' | 'cache'>

/** Throws Refused: not_found, consent_words_changed, or invalid_request with `fields`. */
export async function giveConsent(
  deps: ConsentDeps,
  {
    member,
    form,
    saveResponse,
  }: {
    member: Member
    form: ConsentPayload
    saveResponse?: (q: Queryable) => Promise<unknown>
  },
): Promise<void> {
  if (form.profileId !== undefined && form.profileId !== member.id) throw new Refused('not_found')
  checkForm(form)
  const event = await findEventOfForm(deps.database.db, form, member)
  if (!event) throw new Refused('not_found')
  if (event.event_date !== form.psaTestDate) throw wrongDate()

  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'consents of a member', String(member.id))
    const ids = { memberId: member.id, eventId: event.event_id, channel: 'website' }
    await writeConsent(tx, deps, { ids, form, now: deps.now() })
    await saveResponse?.(tx)
  })
}

/** Throws Refused as giveConsent does; profile and date in the link's URL grant nothing. */
export async function giveConsentByLink(
  deps: ConsentDeps,
  {
    key,
    form,
    saveResponse,
  }: { key: string; form: ConsentPayload; saveResponse: (q: Queryable) => Promise<unknown> },
): Promise<void> {
  checkForm(form)
  const now = deps.now()
  await commit(deps, async (tx) => {
    const link = await redeemConsentLink(tx, { keyHash: hashOfLinkKey(key), now })
    if (!link || (form.profileId ?? link.memberId) !== link.memberId) throw new Refused('not_found')
    await consumeOrThrow(tx, deps, 'consents of a member', String(link.memberId))
    const event = await findEventDetails(tx, link.eventId)
    if (event?.event_date !== form.psaTestDate) throw wrongDate()
    await writeConsent(tx, deps, { ids: { ...link, channel: 'signed link' }, form, now })
    await saveResponse(tx)
  })
}

/** Throws Refused: consent_words_changed, or invalid_request with `fields`. */
export function checkForm(form: ConsentPayload): void {
  if (form.wordsVersion !== undefined && form.wordsVersion !== CONSENT_VERSION)
    throw new Refused('consent_words_changed')
  const errors = formErrors(form)
  if (errors.length > 0) throw new Refused('invalid_request', { fields: errors })
}

/** The form's words must be the present ones, or stored ones. */
export async function writeConsent(
  tx: Tx,
  deps: ConsentDeps,
  {
    ids,
    form,
    help,
    now,
  }: {
    ids: { memberId: number; eventId: number; channel: string; takenBy?: string }
    form: ConsentPayload
    /** Of a consent that staff took. */
    help?: ConsentHelp
    now: Date
  },
): Promise<{ id: number; wordsVersion: string; givenAt: Date }> {
  const { psaTestDate, terms, sampleConsent, gpSharing, disclaimer } = form
  const { wordsVersion = CONSENT_VERSION } = form
  const former = await findLatestConsent(tx, ids)
  if (wordsVersion === CONSENT_VERSION)
    await saveConsentText(tx, { version: CONSENT_VERSION, words: CONSENT_WORDS, now })
  const id = await insertConsent(tx, {
    ...ids,
    wordsVersion,
    psaTestDate,
    sealed: sealConsent(
      deps.fieldKeys,
      { ...ids, givenAt: now },
      {
        ...sealedPart(form),
        takenWith: help ? takenWithOf(help) : null,
      },
    ),
    terms,
    sampleConsent,
    gpSharing,
    disclaimer,
    givenAt: now,
  })
  if (former?.withdrawnAt) {
    await notifyOffice(tx, deps, { ids, consent: former })
    const booked = await findBookedTest(tx, ids)
    const subject = { appointmentIds: booked ? [booked.id] : [] }
    const because = 'consent given again'
    await closeLoops(tx, { kinds: ['consent_withdrawn'], subject, because, at: now })
  }
  return { id, wordsVersion, givenAt: now }
}

/**
 * The id of a copy, for another event, of the consent of an appointment. Throws Refused
 * consent_required when that one is no longer valid.
 */
export async function carryConsentOver(
  tx: Tx,
  { fieldKeys }: Pick<ConsentDeps, 'fieldKeys'>,
  { appointmentId, event, now }: { appointmentId: number; event: EventDetails; now: Date },
): Promise<number> {
  const consent = await findConsentOfAppointment(tx, appointmentId)
  if (!consent || !isConsentValid(consent, now)) throw new Refused('consent_required')
  const { event_id: eventId, event_date: psaTestDate } = event
  return insertCopy(tx, fieldKeys, { consent, eventId, psaTestDate, memberId: consent.memberId })
}

/** The id of a copy, for another record of the same person, of the consent of an appointment. */
export async function copyConsentFor(
  tx: Tx,
  { fieldKeys }: Pick<ConsentDeps, 'fieldKeys'>,
  { appointmentId, memberId }: { appointmentId: number; memberId: number },
): Promise<number> {
  const consent = await findConsentOfAppointment(tx, appointmentId)
  if (!consent) throw new Error(`appointment ${appointmentId} has no consent`)
  const { eventId, psaTestDate } = consent
  return insertCopy(tx, fieldKeys, { consent, eventId, psaTestDate, memberId })
}

type StoredConsent = NonNullable<Awaited<ReturnType<typeof findConsentOfAppointment>>>

function insertCopy(
  tx: Tx,
  fieldKeys: ConsentDeps['fieldKeys'],
  {
    consent,
    psaTestDate,
    ...owner
  }: { consent: StoredConsent; memberId: number; eventId: number; psaTestDate: string },
): Promise<number> {
  const { id: _, isWithdrawn: __, ...row } = consent
  const origin = { ...owner, givenAt: row.givenAt }
  const sealed = sealConsent(fieldKeys, origin, openConsent(fieldKeys, row))
  return insertConsent(tx, { ...row, ...origin, psaTestDate, sealed })
}

async function notifyOffice(
  tx: Tx,
  { jobs, settings }: ConsentDeps,
  { ids, consent }: { ids: { memberId: number; eventId: number }; consent: { eventName: string } },
): Promise<void> {
  const member = await findMember(tx, ids.memberId)
  const booked = await findBookedTest(tx, ids)
  if (!member || !booked) return
  const { officeEmail: office } = settings
  await jobs.enqueue(tx, 'mail', consentGivenAgainToOffice({ member, consent, booked, office }))
}

/** Older clients leave the surgery fields out; the office then asks for them. */
function formErrors(form: ConsentPayload) {
  return consentErrors(namesSurgeryFields(form) ? form : { ...form, gpSharing: false })
}

function namesSurgeryFields({ gpSurgeryName, gpSurgeryTown }: ConsentPayload): boolean {
  return gpSurgeryName !== undefined || gpSurgeryTown !== undefined
}

function takenWithOf(help: ConsentHelp): TakenWith {
  const { understands = null, helped_by: helper = null } = help
  return {
    understands,
    helped_by: helper && { name: plainText(helper.name), part: helper.part },
    interpreter_name: plainText(help.interpreter_name ?? '') || null,
    interpreter_language: plainText(help.interpreter_language ?? '') || null,
  }
}

function sealedPart(form: ConsentPayload): Omit<SealedConsent, 'takenWith'> {
  const { gpSharing, gpSurgeryName, gpSurgeryTown, gpSurgeryEmail } = form
  const surgery = {
    name: plainText(gpSurgeryName ?? ''),
    town: plainText(gpSurgeryTown ?? ''),
    email: normaliseEmail(gpSurgeryEmail ?? '') || null,
  }
  const answers = {
    numberOfPsaTest: form.numberOfPsaTest,
    familyHistoryProstateCancer: form.familyHistoryProstateCancer,
    familyMemberWithProstateCancer: form.familyMemberWithProstateCancer,
    fatherSideDetails: plainText(form.fatherSideDetails ?? ''),
    familyHistoryBreastOvarianCancer: form.familyHistoryBreastOvarianCancer,
    familyMemberWithOvarianCancer: form.familyMemberWithOvarianCancer,
    motherSideDetails: plainText(form.motherSideDetails ?? ''),
    medicationHistory: form.medicationHistory,
    ...(form.recentInfection && { recentInfection: form.recentInfection }),
  }
  return { answers, gpSurgery: gpSharing && namesSurgeryFields(form) ? surgery : null }
}

/**
 * The event by its id, or without one (rules §3.5) by the test date; of several on that day the one
 * where the member has an appointment. Null when there is none.
 */
async function findEventOfForm(
  q: Queryable,
  form: ConsentPayload,
  member: Member,
): Promise<EventDetails | null> {
  if (form.eventId !== undefined) return findEventDetails(q, form.eventId)
  if (!isCalendarDate(form.psaTestDate)) throw wrongDate()
  const day = dayOf(form.psaTestDate)
  const events = await findEventsStarting(q, day)
  if (events.length < 2) return events[0] ?? null
  const booked = await findBookedTests(q, { memberId: member.id, ...day })
  return events.find(({ event_id }) => booked.some((test) => test.eventId === event_id)) ?? null
}

function wrongDate(): Refused {
  return invalidField('psaTestDate', 'This is not the date of the event.')
}

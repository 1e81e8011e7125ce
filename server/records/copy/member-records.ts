import type { MyData, MyRecord } from '../../../domain/my-data.ts'
import { NOTE_KINDS } from '../../../domain/office/member-notes.ts'
import { openCapacity } from '../../bookings/capacity/sealed-capacity.ts'
import { listAnswersOf, listChecksOf } from '../../bookings/preparation/preparation.queries.ts'
import { openAnswers } from '../../bookings/preparation/sealed-answers.ts'
import { findNoticesOf } from '../../care/reminders/notices.queries.ts'
import { listFollowUpAnswersOf, listFollowUpsOf } from '../../care/task-list/follow-up.queries.ts'
import { openSaid } from '../../care/task-list/sealed-follow-up.ts'
import type { Deps } from '../../deps.ts'
import { listCapacityOf } from '../../facts/capacity.queries.ts'
import { listFreeRepeats } from '../../facts/free-repeats.queries.ts'
import { insertAccesses } from '../../facts/results.queries.ts'
import { openPress } from '../../facts/sealed-press.ts'
import { openResult } from '../../facts/sealed-result.ts'
import { findIdentityChanges, findReviewsOf } from '../../members/identity/identity.queries.ts'
import { openIdentity } from '../../members/identity/sealed-identity.ts'
import type { AccountHolderRow, MemberRow } from '../../members/members.queries.ts'
import { listNotes } from '../../members/notes/notes.ts'
import { historyPlace } from '../../members/profile/update-profile.ts'
import { openSupportNote } from '../../members/support-note.ts'
import { sealIdOf, toUserProfile } from '../../members/user-profile.ts'
import { openSentText } from '../../messages/mails/sealed-mail.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listGpAppointmentsOf } from '../../results/gp-appointments.queries.ts'
import { listNotTheirs, withoutFinding } from '../../results/not-theirs.ts'
import { listSentLetters } from '../../results/result-letters/letters.queries.ts'
import { sentTo, surgeryAddress } from '../../results/result-letters/surgery.ts'
import { findRecallsOf } from '../../tasks/recalls.queries.ts'
import { listEntriesOf } from '../../venue/incidents/incidents.queries.ts'
import { openIncident } from '../../venue/incidents/sealed-incident.ts'
import { findErasureRequestsOf } from '../erasure/erasure.queries.ts'
import { consentRecord } from './consent-record.ts'
import { findConsentLinksOf, findConsentsOf } from './consents.queries.ts'
import {
  findLedgerOf,
  findOwedRefundsOf,
  findPaymentReportsOf,
  findPaymentsOf,
  findRefundsOf,
} from './money.queries.ts'
import {
  findAccessGrantsOf,
  findAllReleasedResults,
  findAppointmentsOf,
  findAttendanceOf,
  type findAuditOf,
  findHeldPlacesOf,
  findInvitationsOf,
  findWaitsOf,
  listMessagesSentTo,
  readAllAccesses,
} from './my-data.queries.ts'

type RecordDeps = Pick<Deps, 'fieldKeys'>
type AuditEntry = Awaited<ReturnType<typeof findAuditOf>>[number]
type MemberList = keyof typeof NONE
type MemberPart = Pick<MyData, 'profile_id' | 'profile' | MemberList>

export const PROFILE_CHANGED = 'profile changed'
export const ASKED_OUTCOME = 'question about what came of a result'
const NONE = {
  profile_changes: [],
  identity_changes: [],
  identity_reviews: [],
  appointments: [],
  attendance: [],
  held_places: [],
  waiting_list: [],
  private_events: [],
  consents: [],
  consent_links: [],
  preparation_answers: [],
  follow_up_answers: [],
  notes: [],
  who_looked: [],
  results: [],
  gp_appointments: [],
  payments: [],
  refunds: [],
  money_moved: [],
  payment_reports: [],
  notices: [],
  mails_sent: [],
  erasure_requests: [],
}
const LISTS = Object.keys(NONE).filter((name): name is MemberList => name in NONE)
export const NO_MEMBER: MemberPart = { profile_id: null, profile: null, ...NONE }

/**
 * Decrypted, with the records that were merged into this one. Logs the access to results in the
 * same transaction.
 */
export async function readMember(
  tx: Queryable,
  deps: RecordDeps,
  params: {
    row: AccountHolderRow
    merged: MemberRow[]
    audit: AuditEntry[]
    address: string
    now: Date
  },
): Promise<MemberPart> {
  const part = await readRecords(tx, deps, params)
  return { ...part, results: await readResultsForCopy(tx, deps, params) }
}

/** The same without results. */
export async function readRecords(
  tx: Queryable,
  deps: RecordDeps,
  params: { row: MemberRow; merged: MemberRow[]; audit: AuditEntry[] },
): Promise<MemberPart> {
  const { row } = params
  const account = row.userId ?? sealIdOf(row)
  const part = await readRecord(tx, deps, { ...params, account })
  for (const former of params.merged) {
    const more = await readRecord(tx, deps, { ...params, row: former, account })
    for (const list of LISTS) part[list] = [...part[list], ...more[list]]
  }
  return { ...NO_MEMBER, ...part, profile_id: row.id, profile: profileRecord(row, deps) }
}

/** Without its results. */
async function readRecord(
  tx: Queryable,
  deps: RecordDeps,
  { row, audit, account }: { row: MemberRow; audit: AuditEntry[]; account: string },
): Promise<Pick<MyData, MemberList>> {
  const { id: memberId } = row
  const userIds = [account, sealIdOf(row)]
  return {
    profile_changes: audit
      .filter((entry) => entry.action === PROFILE_CHANGED && entry.memberId === memberId)
      .map((entry) => profileChange(entry, { row, userIds }, deps)),
    identity_changes: (await findIdentityChanges(tx, memberId)).map((change) =>
      identityChange(change, { row, userIds }, deps),
    ),
    identity_reviews: await findReviewsOf(tx, memberId),
    appointments: await findAppointmentsOf(tx, memberId),
    attendance: (await findAttendanceOf(tx, memberId)).map((row) => {
      const { sealId: _, sealed: __, ...press } = openPress(deps.fieldKeys, row)
      return press
    }),
    held_places: [
      ...(await findHeldPlacesOf(tx, memberId)),
      ...(await findInvitationsOf(tx, memberId)),
    ],
    waiting_list: await findWaitsOf(tx, memberId),
    private_events: await findAccessGrantsOf(tx, memberId),
    consents: [
      ...(await findConsentsOf(tx, memberId)).map((consent) =>
        consentRecord(consent, memberId, deps.fieldKeys),
      ),
      ...(await listCapacityOf(tx, memberId)).map(({ kind, at, ...entry }) => ({
        about: 'whether you understand the test',
        said: kind,
        at,
        ...openCapacity(deps.fieldKeys, entry),
      })),
    ],
    consent_links: await findConsentLinksOf(tx, memberId),
    preparation_answers: (await listAnswersOf(tx, memberId)).map(
      ({ event_name, answered_at, ...answer }) => ({
        event_name,
        answered_at,
        answers: openAnswers(deps.fieldKeys, answer),
      }),
    ),
    follow_up_answers: (await listFollowUpAnswersOf(tx, memberId)).map((row) => ({
      result_id: row.resultId,
      asked_after: row.round === 'six_weeks' ? 'six weeks' : 'six months',
      ...openSaid(deps.fieldKeys, row),
      answered_at: row.answeredAt,
    })),
    notes: [
      ...(await notesRecord(tx, deps, memberId)),
      ...(await incidentsRecord(tx, deps, memberId)),
    ],
    // Read before this access is logged.
    who_looked: (await readAllAccesses(tx, memberId)).map((view) => ({
      by: actorInWords(view.actorUserId, userIds),
      role: view.actorRole,
      what: view.what,
      number_of_results: view.results,
      reason: view.reason,
      at: view.at,
    })),
    results: NONE.results,
    gp_appointments: await listGpAppointmentsOf(tx, deps.fieldKeys, memberId),
    payments: await findPaymentsOf(tx, memberId),
    refunds: [...(await findRefundsOf(tx, memberId)), ...(await findOwedRefundsOf(tx, memberId))],
    money_moved: await findLedgerOf(tx, memberId),
    payment_reports: await findPaymentReportsOf(tx, memberId),
    notices: [
      ...(await findNoticesOf(tx, memberId)),
      ...(await findRecallsOf(tx, memberId)),
      ...(await listChecksOf(tx, memberId)).map((check) => ({
        about: 'questions before your appointment',
        ...check,
      })),
      ...(await listFollowUpsOf(tx, deps.fieldKeys, memberId)).map((followUp) => ({
        about: ASKED_OUTCOME,
        ...followUp,
      })),
      ...(await listSentLetters(tx, memberId)).map((letter) => ({
        about: letter.recipient === 'member' ? 'letter to you' : 'letter to your GP',
        cause: `result ${letter.resultId}`,
        told_at: letter.postedAt,
        came_back_on: letter.returnedOn,
        ...(letter.collectedAt && { collected_at: letter.collectedAt }),
        ...(letter.surgery && { to: surgeryInWords(deps, letter) }),
      })),
    ],
    mails_sent: (await listMessagesSentTo(tx, memberId)).map((sent) => ({
      about: sent.about,
      ...openSentText(deps.fieldKeys, sent),
      sent_at: sent.sentAt,
    })),
    erasure_requests: await findErasureRequestsOf(tx, memberId),
  }
}

function surgeryInWords(
  { fieldKeys }: RecordDeps,
  letter: { resultId: number; surgery: Buffer | null },
): string {
  const surgery = sentTo(fieldKeys, letter)
  return surgery ? surgeryAddress(surgery).join(', ') : ''
}

function profileRecord(row: MemberRow, { fieldKeys }: RecordDeps): MyRecord {
  const { profileId: _, ...profile } = toUserProfile(row, fieldKeys)
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    latin_first_name: row.latinFirstName,
    latin_last_name: row.latinLastName,
    gender: profile.gender,
    date_of_birth: profile.dateOfBirth,
    ethnicity: profile.ethnicity,
    occupation: profile.occupation,
    phone: profile.phone,
    phone_confirmed: row.provenPhone,
    phone_code_sent_at: row.phoneCodeSentAt,
    email: row.email,
    home_address: profile.homeAddress,
    care_of: row.careOf,
    care_of_staff_may_open: row.staffMayOpen,
    address_lines: row.addressLines,
    town: row.town,
    postcode: row.postcode,
    contact_by: row.contactBy,
    support_needs: row.supportNeeds,
    support_note: openSupportNote(fieldKeys, row),
    billing_address: profile.billingAddress,
    nhs_number: profile.nhsNumber,
    nhs_number_confirmed_at: row.nhsConfirmedAt,
    nhs_gp_email: row.nhsGpEmail,
    nhs_gp_phone_number: row.nhsGpPhoneNumber,
    is_verified: profile.isVerified,
    is_active: profile.isActive,
    created_at: row.createdAt,
    changed_at: row.updatedAt,
  }
}

/** Without other members who have the same number. */
function profileChange(
  entry: AuditEntry,
  { row, userIds }: { row: MemberRow; userIds: string[] },
  { fieldKeys }: RecordDeps,
): MyRecord {
  const { changed, before, after }: Record<string, unknown> = Object(entry.details)
  const opened = (sealed: unknown) =>
    Object.fromEntries(
      Object.entries(Object(sealed)).map(([field, value]) => [
        field,
        fieldKeys.open(Buffer.from(String(value), 'base64'), historyPlace(field, sealIdOf(row))),
      ]),
    )
  return {
    by: actorInWords(entry.actorUserId, userIds),
    at: entry.at,
    changed,
    before: opened(before),
    after: opened(after),
  }
}

function identityChange(
  change: Awaited<ReturnType<typeof findIdentityChanges>>[number],
  { row, userIds }: { row: MemberRow; userIds: string[] },
  { fieldKeys }: RecordDeps,
): MyRecord {
  const sealId = sealIdOf(row)
  const { actorUserId, at, fields, before, after } = change
  return {
    by: actorInWords(actorUserId, userIds),
    at,
    changed: fields,
    before: openIdentity(fieldKeys, sealId, before),
    after: openIdentity(fieldKeys, sealId, after),
  }
}

async function readResultsForCopy(
  tx: Queryable,
  { fieldKeys }: RecordDeps,
  { row, address, now }: { row: AccountHolderRow; address: string; now: Date },
): Promise<MyRecord[]> {
  const released = await findAllReleasedResults(tx, { memberId: row.id, now })
  const replaced = new Set(released.map(({ supersedesId }) => supersedesId))
  const ids = released.map(({ id }) => id)
  const repeats = new Map((await listFreeRepeats(tx, ids, now)).map((one) => [one.resultId, one]))
  await insertAccesses(
    tx,
    released.map(({ id }) => ({
      memberId: row.id,
      actorUserId: row.userId,
      actorRole: 'member',
      what: 'result',
      resultId: id,
      reason: 'copy of all data',
      addressHash: fieldKeys.blindIndex(address, 'access log address'),
      at: now,
    })),
  )
  const notTheirs = listNotTheirs(fieldKeys, released)
  return released.map((result) => ({
    ...(notTheirs.has(result.id)
      ? { ...withoutFinding(), was_of_another_person: true }
      : openResult(fieldKeys, result)),
    sample_date: result.sampleDate,
    appointment: result.appointment,
    released_at: result.releasedAt,
    recorded_at: result.recordedAt,
    recorded_from: result.source,
    was_corrected_later: replaced.has(result.id),
    gave_a_free_repeat: repeats.has(result.id),
    free_repeat_booked_for: repeats.get(result.id)?.bookedFor ?? null,
  }))
}

export function actorInWords(actorUserId: string | null, userIds: string[]): string {
  if (actorUserId === null) return 'this website'
  return userIds.includes(actorUserId) ? 'you' : 'our staff'
}

/** Of this record alone: those of merged records are read with them. */
async function notesRecord(
  tx: Queryable,
  { fieldKeys }: RecordDeps,
  memberId: number,
): Promise<MyRecord[]> {
  const notes = await listNotes(tx, fieldKeys, { memberId, kinds: NOTE_KINDS, isOwnOnly: true })
  return notes.reverse().map(({ kind, text, at, appointment, struck }) => ({
    written_at: at,
    written_by: kind === 'care' ? 'a clinician' : 'our office',
    text,
    ...(appointment && { appointment_id: appointment.appointment_id }),
    ...(struck && { struck_out_at: struck.at, struck_out_because: struck.reason }),
  }))
}

/** The same of incidents at an event. */
async function incidentsRecord(
  tx: Queryable,
  { fieldKeys }: RecordDeps,
  memberId: number,
): Promise<MyRecord[]> {
  const entries = await listEntriesOf(tx, memberId)
  return entries.map((entry) => {
    const { text, kind } = openIncident(fieldKeys, entry)
    return {
      written_at: entry.at.toISOString(),
      written_by: entry.act === 'looked at' ? 'a clinician' : 'our staff at an event',
      event_name: entry.eventName,
      happened_at: entry.happenedAt.toISOString(),
      ...(kind && { what: kind }),
      text,
    }
  })
}

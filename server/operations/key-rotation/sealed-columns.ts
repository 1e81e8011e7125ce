// Every column of bytes in the database: sealed ones with what they were sealed for, and the rest.

import { placeOf as placeOfCapacity } from '../../bookings/capacity/sealed-capacity.ts'
import { placeOfConsentIn } from '../../bookings/consent/sealed-consent.ts'
import { placeOfInvitation } from '../../bookings/invitations/sealed-invitation.ts'
import { placeOfAnswersIn } from '../../bookings/preparation/sealed-answers.ts'
import { placeOfException, placeOfStop } from '../../care/contact-stops/sealed-stops.ts'
import { placeOfSaidIn } from '../../care/task-list/sealed-follow-up.ts'
import { placeOfEntry } from '../../contact/sealed-entry.ts'
import { placeOf as placeOfMessage } from '../../contact/sealed-message.ts'
import { placeOfLink } from '../../facts/sealed-follow-up-links.ts'
import { placeOfGpDay } from '../../facts/sealed-gp-day.ts'
import {
  placeOfFile,
  placeOfLabResult,
  placeOfReview,
  placeOfRow,
  placeOfState,
} from '../../facts/sealed-lab-results.ts'
import { placeOfPress } from '../../facts/sealed-press.ts'
import { placeOfResultIn } from '../../facts/sealed-result.ts'
import { placeOf as placeOfIdentity } from '../../members/identity/sealed-identity.ts'
import { placeOf as placeOfKept } from '../../members/kept-identity.ts'
import { placeOfMemberNote } from '../../members/notes/sealed-notes.ts'
import { placeOf as placeOfPending } from '../../members/profile/pending-profile.ts'
import { placeOfNote } from '../../members/support-note.ts'
import { nhsNumberPlace } from '../../members/user-profile.ts'
import { sentPlace } from '../../messages/mails/sealed-mail.ts'
import { placeOfMerged } from '../../records/duplicates/sealed-record.ts'
import { placeOf as placeOfSurgery } from '../../results/result-letters/surgery.ts'
import { placeOfClosing } from '../../tasks/sealed-closing.ts'
import { placeOf as placeOfLoop } from '../../tasks/sealed-loops.ts'
import { placeOf as placeOfRegistration } from '../../venue/check-in/sealed-registration.ts'
import { placeOfIncident } from '../../venue/incidents/sealed-incident.ts'

type KeyType = 'bigint' | 'bytea' | 'integer' | 'uuid'
/** `seal_id_of_member`: what the member's sealed values are bound to. */
export type Extra = 'seal_id_of_member'

export type SealedColumn = {
  table: string
  column: string
  /** Of the primary key, in its order. */
  key: Record<string, KeyType>
  /** The columns that `place` reads. */
  needs: (string | Extra)[]
  place(row: Record<string, unknown>): string
  isAppendOnly?: true
}

const ID = { id: 'bigint' } as const
function bySealId(
  table: string,
  column: string,
  placeOf: (sealId: string) => string,
): SealedColumn {
  const place = ({ seal_id: id }: Record<string, unknown>) => placeOf(String(id))
  return { table, column, key: ID, needs: ['seal_id'], place }
}

const ofIdentity = {
  table: 'identity_changes',
  key: ID,
  needs: ['seal_id_of_member'],
  place: (row: Record<string, unknown>) => placeOfIdentity(String(row.seal_id_of_member)),
  isAppendOnly: true as const,
}

export const SEALED_COLUMNS: SealedColumn[] = [
  {
    table: 'members',
    column: 'nhs_number',
    key: ID,
    needs: ['seal_id', 'user_id'],
    place: ({ seal_id, user_id }) => nhsNumberPlace(String(seal_id ?? user_id)),
  },
  {
    table: 'members',
    column: 'support_note_sealed',
    key: ID,
    needs: ['support_note_seal_id'],
    place: ({ support_note_seal_id: id }) => placeOfNote(String(id)),
  },
  {
    table: 'pending_profiles',
    column: 'form',
    key: { user_id: 'uuid' },
    needs: [],
    place: ({ user_id }) => placeOfPending(String(user_id)),
  },
  {
    table: 'kept_identities',
    column: 'sealed',
    key: { member_id: 'bigint' },
    needs: [],
    place: ({ member_id }) => placeOfKept({ memberId: Number(member_id) }),
  },
  { ...ofIdentity, column: 'before' },
  { ...ofIdentity, column: 'after' },
  {
    table: 'consents',
    column: 'sealed',
    key: ID,
    needs: ['member_id', 'event_id', 'given_at'],
    place: placeOfConsentIn,
    isAppendOnly: true,
  },
  {
    table: 'preparation_answers',
    column: 'sealed',
    key: ID,
    needs: ['appointment_id', 'starts_at'],
    place: placeOfAnswersIn,
    isAppendOnly: true,
  },
  {
    table: 'follow_up_answers',
    column: 'sealed',
    key: ID,
    needs: ['result_id', 'round'],
    place: placeOfSaidIn,
    isAppendOnly: true,
  },
  {
    table: 'results',
    column: 'sealed',
    key: ID,
    needs: ['source', 'source_ref'],
    place: placeOfResultIn,
    isAppendOnly: true,
  },
  bySealId('result_imports', 'sealed_file', placeOfFile),
  {
    table: 'result_import_rows',
    column: 'sealed',
    key: { import_id: 'bigint', row: 'integer' },
    needs: [],
    place: ({ import_id, row }) => placeOfRow({ importId: Number(import_id), row: Number(row) }),
  },
  bySealId('lab_results', 'sealed', placeOfLabResult),
  bySealId('lab_results', 'sealed_state', placeOfState),
  bySealId('contact_messages', 'sealed', placeOfMessage),
  bySealId('message_entries', 'sealed', placeOfEntry),
  {
    table: 'care_loops',
    column: 'closing',
    key: ID,
    needs: [],
    place: ({ id }) => placeOfClosing({ id: Number(id) }),
  },
  bySealId('care_loops', 'sealed', placeOfLoop),
  bySealId('invitations', 'sealed', placeOfInvitation),
  { ...bySealId('capacity_entries', 'sealed', placeOfCapacity), isAppendOnly: true },
  { ...bySealId('contact_stops', 'sealed', placeOfStop), isAppendOnly: true },
  { ...bySealId('incident_entries', 'sealed', placeOfIncident), isAppendOnly: true },
  { ...bySealId('member_notes', 'sealed', placeOfMemberNote), isAppendOnly: true },
  { ...bySealId('erasure_exceptions', 'sealed', placeOfException), isAppendOnly: true },
  { ...bySealId('member_merges', 'sealed', placeOfMerged), isAppendOnly: true },
  { ...bySealId('attendance_actions', 'sealed', placeOfPress), isAppendOnly: true },
  { ...bySealId('result_reviews', 'sealed', placeOfReview), isAppendOnly: true },
  { ...bySealId('gp_appointments', 'sealed', placeOfGpDay), isAppendOnly: true },
  {
    table: 'follow_up_links',
    column: 'sealed',
    key: { key_hash: 'bytea' },
    needs: [],
    place: ({ key_hash }) => placeOfLink(key_hash as Buffer),
  },
  {
    table: 'result_letters',
    column: 'surgery',
    key: ID,
    needs: ['result_id'],
    place: ({ result_id }) => placeOfSurgery(Number(result_id)),
  },
  {
    table: 'kept_registrations',
    column: 'sealed',
    key: { action_id: 'uuid' },
    needs: [],
    place: ({ action_id }) => placeOfRegistration({ id: String(action_id) }),
  },
  {
    table: 'sent_messages',
    column: 'sealed',
    key: ID,
    needs: ['job_id'],
    place: ({ job_id }) => sentPlace(String(job_id)),
  },
]

/** Hashes, and what holds no secret; the canaries stay as they are, and nothing writes ni_number. */
export const OTHER_BYTES = [
  'access_grants.visitor_hash',
  'access_log.address_hash',
  'care_loops.kind_index',
  'chain_batches.mac',
  'chain_reseals.mac',
  'claim_letters.code_hash',
  'consent_links.key_hash',
  'denied_access_counts.caller_hash',
  'field_key_canaries.sealed',
  'idempotent_answers.caller_hash',
  'idempotent_answers.request_hash',
  'identity_reviews.nhs_number_index',
  'invitations.key_hash',
  'invitations.opened_by',
  'lab_results.content_index',
  'lab_results.number_index',
  'lab_results.taken_back_number',
  'laboratory_forms.contents',
  'letter_batches.pdf_hash',
  'match_keys.nhs_number_index',
  'members.nhs_number_index',
  'members.ni_number',
  'members.phone_code_hash',
  'nhs_number_claims.nhs_number_index',
  'follow_up_links.about_index',
  'follow_up_links.key_hash',
  'follow_up_links.reader_index',
  'gp_appointments.result_index',
  'host_links.key_hash',
  'payment_links.key_hash',
  'preparation_links.key_hash',
  'places.held_by_visitor',
  'places.hold_address',
  'places.yielded_by',
  'provider_reports.content_hash',
  'rate_limits.subject',
  'record_claims.contact_key_hash',
  'record_claims.new_contact_key_hash',
  'result_imports.file_index',
  'result_letters.address_index',
  'result_letters.surgery_index',
]

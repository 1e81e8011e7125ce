import type { MyData, MyRecord } from '../../domain/my-data.ts'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findIdentityChanges, findReviewsOf } from '../members/identity/identity.queries.ts'
import { openIdentity } from '../members/identity/sealed-identity.ts'
import type { MemberRow } from '../members/members.queries.ts'
import { historyPlace } from '../members/update-profile.ts'
import { toUserProfile } from '../members/user-profile.ts'
import { findNoticesOf } from '../notices/notices.queries.ts'
import { insertAccesses } from '../results/results.queries.ts'
import { openResult } from '../results/sealed-result.ts'
import { consentRecord } from './consent-record.ts'
import { findConsentLinksOf, findConsentsOf } from './consents.queries.ts'
import { findErasureRequestsOf } from './erasure.queries.ts'
import {
  findLedgerOf,
  findPaymentReportsOf,
  findPaymentsOf,
  findRefundsOf,
} from './money.queries.ts'
import {
  findAccesses,
  findAccessGrantsOf,
  findAllReleasedResults,
  findAppointmentsOf,
  type findAuditOf,
  findHeldPlacesOf,
  findWaitsOf,
} from './my-data.queries.ts'

type RecordDeps = Pick<Deps, 'fieldKeys'>
type AuditEntry = Awaited<ReturnType<typeof findAuditOf>>[number]
export type MemberPart = Pick<MyData, 'profile_id' | 'profile' | keyof typeof NONE>

export const PROFILE_CHANGED = 'profile changed'
const NONE = {
  profile_changes: [],
  identity_changes: [],
  identity_reviews: [],
  appointments: [],
  held_places: [],
  waiting_list: [],
  private_events: [],
  consents: [],
  consent_links: [],
  who_looked: [],
  results: [],
  payments: [],
  refunds: [],
  money_moved: [],
  payment_reports: [],
  notices: [],
  erasure_requests: [],
}
export const NO_MEMBER: MemberPart = { profile_id: null, profile: null, ...NONE }

/** Decrypted. Logs the access to results in the same transaction. */
export async function readMember(
  tx: Queryable,
  deps: RecordDeps,
  { row, audit, address, now }: { row: MemberRow; audit: AuditEntry[]; address: string; now: Date },
): Promise<MemberPart> {
  const { id: memberId, userId } = row
  return {
    profile_id: memberId,
    profile: profileRecord(row, deps),
    profile_changes: audit
      .filter(({ action }) => action === PROFILE_CHANGED)
      .map((entry) => profileChange(entry, row, deps)),
    identity_changes: (await findIdentityChanges(tx, memberId)).map((change) =>
      identityChange(change, row, deps),
    ),
    identity_reviews: await findReviewsOf(tx, memberId),
    appointments: await findAppointmentsOf(tx, memberId),
    held_places: await findHeldPlacesOf(tx, memberId),
    waiting_list: await findWaitsOf(tx, memberId),
    private_events: await findAccessGrantsOf(tx, memberId),
    consents: (await findConsentsOf(tx, memberId)).map((consent) =>
      consentRecord(consent, memberId, deps.fieldKeys),
    ),
    consent_links: await findConsentLinksOf(tx, memberId),
    // Read before this access is logged.
    who_looked: (await findAccesses(tx, memberId)).map((view) => ({
      by: actorInWords(view.actorUserId, userId),
      role: view.actorRole,
      what: view.what,
      number_of_results: view.results,
      reason: view.reason,
      at: view.at,
    })),
    results: await readResultsForCopy(tx, deps, { row, address, now }),
    payments: await findPaymentsOf(tx, memberId),
    refunds: await findRefundsOf(tx, memberId),
    money_moved: await findLedgerOf(tx, memberId),
    payment_reports: await findPaymentReportsOf(tx, memberId),
    notices: await findNoticesOf(tx, memberId),
    erasure_requests: await findErasureRequestsOf(tx, memberId),
  }
}

function profileRecord(row: MemberRow, { fieldKeys }: RecordDeps): MyRecord {
  const { profileId: _, ...profile } = toUserProfile(row, fieldKeys)
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    gender: profile.gender,
    date_of_birth: profile.dateOfBirth,
    ethnicity: profile.ethnicity,
    occupation: profile.occupation,
    phone: profile.phone,
    email: profile.email,
    home_address: profile.homeAddress,
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
function profileChange(entry: AuditEntry, row: MemberRow, { fieldKeys }: RecordDeps): MyRecord {
  const { changed, before, after }: Record<string, unknown> = Object(entry.details)
  const opened = (sealed: unknown) =>
    Object.fromEntries(
      Object.entries(Object(sealed)).map(([field, value]) => [
        field,
        fieldKeys.open(Buffer.from(String(value), 'base64'), historyPlace(field, row.userId)),
      ]),
    )
  return {
    by: actorInWords(entry.actorUserId, row.userId),
    at: entry.at,
    changed,
    before: opened(before),
    after: opened(after),
  }
}

function identityChange(
  change: Awaited<ReturnType<typeof findIdentityChanges>>[number],
  { userId }: MemberRow,
  { fieldKeys }: RecordDeps,
): MyRecord {
  const { actorUserId, at, fields, before, after } = change
  return {
    by: actorInWords(actorUserId, userId),
    at,
    changed: fields,
    before: openIdentity(fieldKeys, userId, before),
    after: openIdentity(fieldKeys, userId, after),
  }
}

async function readResultsForCopy(
  tx: Queryable,
  { fieldKeys }: RecordDeps,
  { row, address, now }: { row: MemberRow; address: string; now: Date },
): Promise<MyRecord[]> {
  const released = await findAllReleasedResults(tx, { memberId: row.id, now })
  const replaced = new Set(released.map(({ supersedesId }) => supersedesId))
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
  return released.map((result) => ({
    ...openResult(fieldKeys, result),
    sample_date: result.sampleDate,
    appointment: result.appointment,
    released_at: result.releasedAt,
    recorded_at: result.recordedAt,
    recorded_from: result.source,
    was_corrected_later: replaced.has(result.id),
  }))
}

export function actorInWords(actorUserId: string | null, userId: string): string {
  if (actorUserId === null) return 'this website'
  return actorUserId === userId ? 'you' : 'our staff'
}

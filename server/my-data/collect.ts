import type { MyData, MyRecord } from '../../domain/my-data.ts'
import type { Queryable } from '../db/database.ts'
import { findIdentityChanges, findReviewsOf } from '../members/identity/queries.ts'
import { openIdentity } from '../members/identity/sealed-identity.ts'
import { findProfileByUser, type MemberRow } from '../members/queries.ts'
import { historyPlace } from '../members/update-profile.ts'
import { toUserProfile } from '../members/user-profile.ts'
import { findNoticesOf } from '../notices/queries.ts'
import type { AuthSession, Parts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { insertAccesses } from '../results/queries.ts'
import { openResult } from '../results/sealed-result.ts'
import { consentRecord } from './consent-record.ts'
import { findErasureRequestsOf } from './erasure/queries.ts'
import {
  findLedgerOf,
  findPaymentReportsOf,
  findPaymentsOf,
  findRefundsOf,
} from './money/queries.ts'
import {
  findAccessGrantsOf,
  findAllReleasedResults,
  findAppointmentsOf,
  findAuditOf,
  findConsentsOf,
  findHeldPlacesOf,
  findMessagesOf,
  findResultViews,
  findSubscriptionsOf,
  findWaitsOf,
} from './queries.ts'

type CollectParts = Pick<Parts, 'database' | 'fieldKeys' | 'now' | 'auth'>

/**
 * All that is kept of the member of this account, decrypted, and nothing of anyone else's. That he
 * is given his results is written to the access log in the same transaction, or he is given nothing
 * (design §4). Throws Refused not_found while he has no profile.
 */
export async function collectMyData(
  parts: CollectParts,
  { userId, address }: { userId: string; address: string },
): Promise<MyData> {
  const now = parts.now()
  // Asked of another service, perhaps: no transaction waits for it.
  const sessions = await parts.auth.sessionsOf?.(userId)
  return parts.database.transaction(async (tx) => {
    const row = await findProfileByUser(tx, userId)
    if (!row) throw new Refused('not_found')
    const { id: memberId, email } = row
    const subscriptions = await findSubscriptionsOf(tx, email)
    const subjects = subscriptions.map(({ id }) => `subscription ${id}`)
    const audit = await findAuditOf(tx, { memberId, subjects })
    return {
      prepared_at: now.toISOString(),
      profile_id: memberId,
      not_included: sessions ? NOT_INCLUDED : [...NOT_INCLUDED, SESSIONS_ELSEWHERE],
      profile: profileRecord(row, parts),
      profile_changes: audit
        .filter(({ action }) => action === PROFILE_CHANGED)
        .map((entry) => profileChange(entry, row, parts)),
      identity_changes: (await findIdentityChanges(tx, memberId)).map((change) =>
        identityChange(change, row, parts),
      ),
      identity_reviews: await findReviewsOf(tx, memberId),
      appointments: await findAppointmentsOf(tx, memberId),
      held_places: await findHeldPlacesOf(tx, memberId),
      waiting_list: await findWaitsOf(tx, memberId),
      private_events: await findAccessGrantsOf(tx, memberId),
      consents: (await findConsentsOf(tx, memberId)).map((consent) =>
        consentRecord(consent, memberId, parts.fieldKeys),
      ),
      // The views are read first, so that they do not name this one twice.
      who_looked: (await findResultViews(tx, memberId)).map((view) => ({
        by: whoIs(view.actorUserId, userId),
        role: view.actorRole,
        what: view.what,
        number_of_results: view.results,
        reason: view.reason,
        at: view.at,
      })),
      results: await giveResults(tx, parts, { row, address, now }),
      payments: await findPaymentsOf(tx, memberId),
      refunds: await findRefundsOf(tx, memberId),
      money_moved: await findLedgerOf(tx, memberId),
      payment_reports: await findPaymentReportsOf(tx, memberId),
      newsletter: subscriptions.map(({ id: _, ...subscription }) => subscription),
      messages: await findMessagesOf(tx, email),
      sign_ins: (sessions ?? []).map(signInRecord),
      notices: await findNoticesOf(tx, memberId),
      erasure_requests: await findErasureRequestsOf(tx, memberId),
      what_was_done: audit
        .filter(({ action }) => action !== PROFILE_CHANGED)
        .map(({ actorUserId, details, ...done }) => ({
          by: whoIs(actorUserId, userId),
          ...done,
          details: withoutMarks(details),
        })),
    }
  })
}

const PROFILE_CHANGED = 'profile changed'
const NOT_INCLUDED = [
  'Your password: we keep only a scrambled form, which nobody can read.',
  'A result that has not been released to you yet, or that we are checking before we show it. It will be here then.',
  'Whether somebody else has given us the NHS number that you gave: that is about them.',
  'Card numbers: PayPal takes them, and we never have them.',
]
const SESSIONS_ELSEWHERE =
  'Where you are signed in: the company that runs our sign-in service keeps it. Ask us for it.'

function whoIs(actorUserId: string | null, userId: string): string {
  if (actorUserId === null) return 'this website'
  return actorUserId === userId ? 'you' : 'our staff'
}

function profileRecord(row: MemberRow, { fieldKeys }: CollectParts): MyRecord {
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

type AuditEntry = Awaited<ReturnType<typeof findAuditOf>>[number]

/** A change with the values that its history keeps sealed. Who else has a number is not his to know. */
function profileChange(entry: AuditEntry, row: MemberRow, { fieldKeys }: CollectParts): MyRecord {
  const { changed, before, after }: Record<string, unknown> = Object(entry.details)
  const opened = (sealed: unknown) =>
    Object.fromEntries(
      Object.entries(Object(sealed)).map(([field, value]) => [
        field,
        fieldKeys.open(Buffer.from(String(value), 'base64'), historyPlace(field, row.userId)),
      ]),
    )
  return {
    by: whoIs(entry.actorUserId, row.userId),
    at: entry.at,
    changed,
    before: opened(before),
    after: opened(after),
  }
}

function identityChange(
  change: Awaited<ReturnType<typeof findIdentityChanges>>[number],
  { userId }: MemberRow,
  { fieldKeys }: CollectParts,
): MyRecord {
  const { actorUserId, at, fields, before, after } = change
  return {
    ...{ by: whoIs(actorUserId, userId), at, changed: fields },
    before: openIdentity(fieldKeys, userId, before),
    after: openIdentity(fieldKeys, userId, after),
  }
}

async function giveResults(
  tx: Queryable,
  { fieldKeys }: CollectParts,
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
      reason: 'copy of all his data',
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

function signInRecord({ since, lastUsedAt, address, device }: AuthSession): MyRecord {
  return { since, last_used_at: lastUsedAt, address, device }
}

/** What was done in its particulars, without marks of a browser or an address and without other members. */
function withoutMarks(details: unknown): MyRecord {
  const { visitor: _, nhsNumberAlsoOf: __, address: ___, ...told }: MyRecord = Object(details)
  return told
}

import { cardMoneyOf } from '../../../domain/card-money.ts'
import { isConsentValid } from '../../../domain/consent.ts'
import { toFields } from '../../../domain/fields.ts'
import { paymentInWords } from '../../../domain/how-to-pay.ts'
import { CONTACT_FIELDS } from '../../../domain/member-fields.ts'
import { type MoneyRecords, moneyOf } from '../../../domain/money-of.ts'
import type { ShownMoney } from '../../../domain/money-schemas.ts'
import { paymentSums, toShownMoney } from '../../../domain/money-shown.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { openTakenWith } from '../../bookings/consent/open-taken-with.ts'
import type { Deps } from '../../deps.ts'
import { countAbsences } from '../../facts/absences.queries.ts'
import { indexOfAddress } from '../../facts/address-index.ts'
import { findPersonState } from '../../facts/person-state.queries.ts'
import { findReturnedLetter } from '../../facts/returned.queries.ts'
import { listOpenReviewsOf } from '../../members/identity/identity.queries.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { messagesTo } from '../../members/messages-to.ts'
import { listNotes } from '../../members/notes/notes.ts'
import {
  findProfile,
  listAppointmentsOf,
  listAuditOf,
  listConsentsOf,
  listMergesInto,
  listPaymentsOf,
  listReadsOf,
  listWaitsOf,
} from '../../members/office-record.queries.ts'
import { historyPlace } from '../../members/profile/update-profile.ts'
import { contactChoicesOf, nhsNumberState } from '../../members/user-profile.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'

type RecordDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>
type Read = { id: number; staff: Staff; reason: 'booking' | 'payment' | 'request of the man' }

/**
 * A member's story for the office; of a merged record that of the kept one. Logs the access in the
 * same transaction. Throws Refused not_found.
 */
export async function readOfficeMember(deps: RecordDeps, read: Read): Promise<OfficeMember> {
  return deps.database.transaction((tx) => readInTransaction(tx, deps, read))
}

export async function readInTransaction(
  tx: Tx,
  { fieldKeys, now }: RecordDeps,
  { id: askedId, staff, reason }: Read,
): Promise<OfficeMember> {
  const requested = await findProfile(tx, askedId)
  const row = requested?.mergedInto ? await findProfile(tx, requested.mergedInto) : requested
  if (!row) throw new Refused('not_found')
  const { id } = row
  const at = now()
  const person = await findPersonState(tx, { memberId: id, now: at })
  if (!person) throw new Refused('not_found')
  await insertStaffAccess(tx, { staff, memberId: id, what: 'member', reason, at })
  const booked = await listAppointmentsOf(tx, id)
  const audit = await listAuditOf(tx, id)
  const reviews = await listOpenReviewsOf(tx, id)
  const notes = await listNotes(tx, fieldKeys, { memberId: id, kinds: ['office'] })
  const returned = await findReturnedLetter(tx, id)
  const paid = await listPaymentsOf(tx, id)
  const mails = await messagesTo(tx, { fieldKeys }, { memberId: id, booked })
  const own = new Set([row.userId, ...audit.map(({ sealId }) => sealId)])
  const by = ({ by: name, actorUserId }: { by: string | null; actorUserId: string | null }) =>
    name ?? (actorUserId === null ? 'the site' : own.has(actorUserId) ? 'the member' : '')
  return {
    ...contactOf(fieldKeys, row),
    person: { ...person, is_merged: requested?.mergedInto !== null && requested !== null },
    did_not_attend: await countAbsences(tx, id),
    letter_returned_on: returned && isFrom(returned.addressIndex, row) ? returned.returnedOn : null,
    notes: notes.slice(0, 5),
    being_checked: reviews.map(({ since, ...review }) => ({
      ...review,
      since: since.toISOString(),
    })),
    merged_records: (await listMergesInto(tx, id)).map(({ mergeId, mergedId, ...merge }) => ({
      merge_id: mergeId,
      member_id: mergedId,
      by: merge.by,
      confirmed_by: merge.confirmedBy,
      reason: merge.reason,
      at: merge.at.toISOString(),
    })),
    appointments: booked.map((one) => ({
      ...whenAndWhere(one),
      appointment_id: one.id,
      reference: one.reference,
      status: one.status,
      is_over: one.endsAt <= at,
      attendance: one.attendance,
      payment_status: one.paymentStatus,
      payment: paymentInWords(
        {
          status: one.status,
          payment_status: one.paymentStatus,
          price_pence: one.pricePence,
          ...moneyIn(one.records),
        },
        one.endsAt <= at,
      ),
      price_pence: one.pricePence,
      ...moneyIn(one.records),
      free_cancel_until: one.freeCancelUntil?.toISOString() ?? null,
      paid_at: cardMoneyOf(one.records.payments).paid?.paidAt.toISOString() ?? null,
      history: audit
        .filter(({ subject }) => subject === `appointment ${one.id}`)
        .map((entry) => ({
          at: entry.at.toISOString(),
          by: by(entry),
          action: entry.action,
          reason: textIn(entry.details, 'reason'),
          from: textIn(entry.details, 'from'),
        })),
    })),
    payments: paid.map((one) => ({
      ...whenAndWhere(one),
      payment_id: one.id,
      order_id: one.orderId,
      state: one.state,
      amount_pence: one.amountPence,
      ...paymentSums(one.record),
      begun_at: one.createdAt.toISOString(),
    })),
    waits: (await listWaitsOf(tx, id)).map((wait) => ({
      event_id: wait.eventId,
      event_name: wait.eventName,
      status: wait.status,
      joined_at: wait.joinedAt.toISOString(),
      closed_at: wait.closedAt?.toISOString() ?? null,
    })),
    mails,
    consents: (await listConsentsOf(tx, id)).map((consent) => ({
      event_id: consent.eventId,
      event_name: consent.eventName,
      channel: consent.channel,
      taken_by: consent.takenBy,
      taken_with: openTakenWith(fieldKeys, consent),
      given_at: consent.givenAt.toISOString(),
      state: stateOf(consent, at),
    })),
    who_looked: (await listReadsOf(tx, id)).map((entry) => ({
      at: entry.at.toISOString(),
      by: by(entry),
      role: entry.role,
      what: entry.what,
      reason: entry.reason,
    })),
    changes: audit
      .filter(({ action }) => action === 'profile changed')
      .map((entry) => ({
        at: entry.at.toISOString(),
        by: by(entry),
        reason: textIn(entry.details, 'reason'),
        ...openChange(entry),
      })),
  }

  function isFrom(
    addressIndex: Buffer,
    { careOf, addressLines, town, postcode }: MemberRow,
  ): boolean {
    const lines = { careOf, lines: addressLines, town, postcode }
    const address = (letterAddress({ ...lines, name: '' }) ?? []).slice(1)
    return indexOfAddress(fieldKeys, address).equals(addressIndex)
  }

  function openChange({ details, sealId }: { details: unknown; sealId: string }) {
    const { changed = [], before, after } = Object(details)
    const opened = (sealed: unknown) =>
      Object.fromEntries(
        Object.entries(Object(sealed))
          .filter(([field]) => field !== 'nhs_number')
          .map(([field, value]) => [
            field,
            fieldKeys.open(Buffer.from(String(value), 'base64'), historyPlace(field, sealId)),
          ]),
      )
    return { changed: changed.map(String), before: opened(before), after: opened(after) }
  }
}

function contactOf(fieldKeys: Deps['fieldKeys'], row: MemberRow) {
  return {
    id: row.id,
    version: row.version,
    ...toFields(CONTACT_FIELDS, row),
    texts_to: provenMobile(row),
    has_account: row.userId !== null,
    is_active: row.isActive,
    home_address: row.homeAddress,
    ...contactChoicesOf(fieldKeys, row),
    nhs_number: nhsNumberState(row),
    joined_at: row.createdAt.toISOString(),
  }
}

/** `money` as a member's appointment shows it; absent without any. */
function moneyIn(records: MoneyRecords): { money?: ShownMoney } {
  const money = toShownMoney(moneyOf(records))
  return money ? { money } : {}
}

function whenAndWhere(one: { eventId: number; eventName: string; startsAt: Date }) {
  return {
    event_id: one.eventId,
    event_name: one.eventName,
    date: ukDate(one.startsAt),
    time: ukTime(one.startsAt),
  }
}

function stateOf(
  consent: { withdrawnAt: Date | null; givenAt: Date; wordsVersion: string },
  at: Date,
): 'valid' | 'outdated' | 'withdrawn' {
  if (consent.withdrawnAt) return 'withdrawn'
  return isConsentValid({ ...consent, isWithdrawn: false }, at) ? 'valid' : 'outdated'
}

function textIn(details: unknown, name: string): string | null {
  const value: unknown = Object(details)[name]
  return typeof value === 'string' ? value : null
}

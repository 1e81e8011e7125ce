import type { MergePreview, MergeSide } from '../../../domain/office/merge-schemas.ts'
import { MERGE_FIELDS, type MergeField, needsSecondAdmin } from '../../../domain/office/merges.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refused, sentenceOf } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { type MergeDeps, reasonsAgainst } from './merge-members.ts'
import { countRecords, findPair, findUpcoming, listResultsFor } from './merges.queries.ts'
import { gainedBy } from './propose-merge.ts'
import { COLUMNS_OF } from './write-chosen.ts'

/**
 * The two records side by side, what speaks against merging them, and the results of the one that
 * goes. Logs the access to both. Throws Refused not_found.
 */
export async function previewMerge(
  deps: Pick<MergeDeps, 'database' | 'now' | 'auth'>,
  { staff, ...ids }: { keptId: number; mergedId: number; staff: Staff },
): Promise<MergePreview> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const pair = ids.keptId === ids.mergedId ? null : await findPair(tx, { ...ids, lock: false })
    if (!pair) throw new Refused('not_found')
    const { kept, merged } = pair
    for (const { id: memberId } of [kept, merged])
      await insertStaffAccess(tx, {
        staff,
        memberId,
        what: 'member',
        reason: 'request of the man',
        at: now,
      })
    const results = await listResultsFor(tx, merged.id)
    const closes = kept.userId && merged.userId
    const accounts = deps.auth.staffAccounts
    const against = await reasonsAgainst(tx, { pair, closes, now, accounts, people: [staff] })
    const [one, other] = [await sideOf(tx, kept, now), await sideOf(tx, merged, now)]
    const isEither = (field: MergeField) => one.fields[field] !== other.fields[field]
    return {
      kept: one,
      merged: other,
      differs: MERGE_FIELDS.filter(
        (field) => isEither(field) && (field !== 'email' || !(one.account || other.account)),
      ),
      against: against.map((code) => ({ code, sentence: sentenceOf(code) })),
      needs_second: needsSecondAdmin(await gainedBy(tx, { pair, now })),
      results: results.map((result) => ({
        result_id: result.id,
        sample_date: result.sampleDate,
        event_name: result.eventName,
        recorded_on: ukDate(result.recordedAt),
      })),
    }
  })
}

async function sideOf(q: Queryable, row: MemberRow, now: Date): Promise<MergeSide> {
  const { appointments, consents, payments, waits, notices } = await countRecords(q, row.id)
  const results = (await listResultsFor(q, row.id)).length
  const upcoming = await findUpcoming(q, { memberId: row.id, now })
  return {
    id: row.id,
    version: row.version,
    fields: inText(row),
    nhs_number: row.nhsNumber === null ? 'none' : row.nhsConfirmedAt ? 'confirmed' : 'given',
    account: row.userId === null ? null : row.email,
    joined_at: row.createdAt.toISOString(),
    upcoming: upcoming && {
      event_name: upcoming.eventName,
      date: ukDate(upcoming.startsAt),
      time: ukTime(upcoming.startsAt),
    },
    counts: { appointments, consents, payments, waits, notices, results },
  }
}

function inText(row: MemberRow): Record<MergeField, string> {
  const words = (field: MergeField) => {
    const [first = 'firstName', ...others] = COLUMNS_OF[field]
    // The parts of an address are in its text already.
    const shown = field === 'address' || field === 'phone' ? [first] : [first, ...others]
    return shown
      .flatMap((column) => row[column] ?? [])
      .map(String)
      .filter((text) => text !== '')
      .join(', ')
  }
  return {
    first_name: words('first_name'),
    last_name: words('last_name'),
    gender: words('gender'),
    date_of_birth: words('date_of_birth'),
    email: words('email'),
    phone: words('phone'),
    address: words('address'),
    billing_address: words('billing_address'),
    contact_by: words('contact_by'),
    support_needs: words('support_needs'),
    ethnicity: words('ethnicity'),
    occupation: words('occupation'),
  }
}

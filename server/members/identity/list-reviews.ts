import {
  type IdentityReview,
  type ReviewedRecord,
  reviewDueAt,
  whyNotDecideReview,
} from '../../../domain/office/identity-reviews.ts'
import type { Deps } from '../../deps.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { sentenceOf } from '../../platform/http/refused.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { Staff } from '../../staff/guard.ts'
import { sealIdOf } from '../user-profile.ts'
import {
  countReviews,
  type ListedReview,
  listNamedChanges,
  listReviewed,
  listReviews,
  type ReviewedRow,
  type ReviewTab,
} from './review-list.queries.ts'
import { openIdentity } from './sealed-identity.ts'

type NamedChange = Awaited<ReturnType<typeof listNamedChanges>>[number]

/** The queue 'Who is this?', with both records and their history. Logs the access to each record. */
export function listIdentityReviews(
  { database, fieldKeys, now: clock }: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { staff, tab, ...page }: { staff: Staff; tab: ReviewTab; after: number | null; limit: number },
) {
  const now = clock()
  return database.transaction(async (tx) => {
    const listed = await listReviews(tx, { tab, ...page })
    const tabs = await countReviews(tx)
    const total = tabs[tab]
    if (listed.length === 0) return { rows: [], tabs, total }
    const ids = listed.map(({ memberId }) => memberId)
    const numbers = listed.flatMap(({ nhsNumberIndex }) => nhsNumberIndex ?? [])
    const records = await listReviewed(tx, ids, numbers)
    const changes = await listNamedChanges(tx, ids)
    const memberIds = records.map(({ row }) => row.id)
    const access = { what: 'member', reason: 'request of the man', at: now } as const
    await insertStaffAccesses(tx, { staff, memberIds, ...access })
    const rows = listed.flatMap(
      (review) => toReview(fieldKeys, { review, records, changes, staff, now }) ?? [],
    )
    return { rows, tabs, total }
  })
}

/** Whether one of the changes that the review is about is this person's. */
export function changedSinceRaised(
  changes: readonly Pick<NamedChange, 'actorUserId' | 'at' | 'memberId'>[],
  { memberId, raisedAt }: Pick<ListedReview, 'memberId' | 'raisedAt'>,
  userId: string,
): boolean {
  return changes.some(
    (one) => one.memberId === memberId && one.at >= raisedAt && one.actorUserId === userId,
  )
}

function toReview(
  keys: FieldKeys,
  {
    review,
    records,
    changes,
    staff,
    now,
  }: {
    review: ListedReview
    records: readonly ReviewedRow[]
    changes: readonly NamedChange[]
    staff: Staff
    now: Date
  },
): IdentityReview | null {
  const own = records.find(({ row }) => row.id === review.memberId)
  if (!own) return null
  const { raisedAt, nhsNumberIndex: index, outcome, decidedAt, decidedBy } = review
  const others = records.filter(
    ({ row }) => row.id !== review.memberId && index && row.nhsNumberIndex?.equals(index),
  )
  const due = reviewDueAt(raisedAt)
  const against = whyNotDecideReview({
    isOwnRecord: own.row.userId === staff.userId,
    changedIt: changedSinceRaised(changes, review, staff.userId),
  })
  return {
    review_id: review.id,
    about: review.kind,
    raised_at: raisedAt.toISOString(),
    due_at: due.toISOString(),
    is_overdue: decidedAt === null && due < now,
    withholds: review.withholds,
    record: toRecord(own),
    others: others.map(toRecord),
    changes: changes
      .filter(({ memberId }) => memberId === review.memberId)
      .map((change) => toChange(keys, change, own.row)),
    decided:
      outcome && decidedAt
        ? { at: decidedAt.toISOString(), by: decidedBy ?? '', outcome, reason: review.note }
        : null,
    against: against && sentenceOf(against),
  }
}

function toRecord({ row, appointments, samples, results }: ReviewedRow): ReviewedRecord {
  const latin = [row.latinFirstName, row.latinLastName].filter(Boolean).join(' ')
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}${latin && ` (${latin})`}`,
    gender: row.gender,
    date_of_birth: row.dateOfBirth,
    email: row.email,
    phone: row.phone,
    address: row.homeAddress,
    has_account: row.userId !== null,
    joined_at: row.createdAt.toISOString(),
    appointments,
    samples,
    results,
  }
}

function toChange(
  keys: FieldKeys,
  { at, by, actorUserId, fields, before, after }: NamedChange,
  row: ReviewedRow['row'],
): IdentityReview['changes'][number] {
  const sealId = sealIdOf(row)
  const [old, latest] = [before, after].map((sealed) => openIdentity(keys, sealId, sealed))
  const shown = (field: (typeof fields)[number], values: typeof old) =>
    field === 'nhs_number' ? null : (values?.[field] ?? '')
  return {
    at: at.toISOString(),
    by: by ?? (actorUserId === sealId ? 'the member' : 'a former colleague'),
    fields: fields.map((field) => ({
      field,
      from: shown(field, old),
      to: shown(field, latest),
    })),
  }
}

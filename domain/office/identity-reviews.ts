// The queue 'Who is this?': reviews of a member's identity, and which change needs none.
import * as z from 'zod/mini'
import { addBusinessDays } from '../business-days.ts'
import { comparable } from '../fold-text.ts'
import type { Identity, IdentityField } from '../identity.ts'
import { ukDate, ukInstant } from '../uk-time.ts'

export const REVIEW_KINDS = ['shared nhs number', 'changed identity'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]
const REVIEW_OUTCOMES = ['confirmed', 'rejected'] as const

const WORKING_DAYS = 2
/** How many letters of a name differ at most where only its spelling was corrected. */
const LETTERS = 2
const NAME_FIELDS: readonly IdentityField[] = [
  'first_name',
  'last_name',
  'latin_first_name',
  'latin_last_name',
]

/** At five in the afternoon of the second working day after the review was opened. */
export function reviewDueAt(raisedAt: Date): Date {
  return ukInstant(addBusinessDays(ukDate(raisedAt), WORKING_DAYS), '17:00')
}

/** Why a person cannot decide a review; null when they can. */
export function whyNotDecideReview({
  isOwnRecord,
  changedIt,
}: {
  isOwnRecord: boolean
  /** One of the changes under review is theirs. */
  changedIt: boolean
}): 'own_record' | 'same_person' | null {
  if (isOwnRecord) return 'own_record'
  return changedIt ? 'same_person' : null
}

/**
 * Whether a change is a spelling that a colleague corrected with a reason, before blood was taken or a
 * result recorded: then nobody has to review it.
 */
export function isCorrectedSpelling(
  before: Identity,
  after: Identity,
  {
    fields,
    reason,
    isOwn,
    hasSampleOrResult,
  }: {
    fields: readonly IdentityField[]
    reason: string | null
    isOwn: boolean
    hasSampleOrResult: boolean
  },
): boolean {
  if (isOwn || !reason || hasSampleOrResult) return false
  return fields.every(
    (field) => NAME_FIELDS.includes(field) && isSpeltAlike(before[field], after[field]),
  )
}

/** A name in Latin letters that was not there before is how the same name is spelt. */
function isSpeltAlike(before: string | null | undefined, after: string | null | undefined) {
  if (!before) return true
  const [one, other] = [comparable(before), comparable(after ?? '')]
  const most = Math.min(LETTERS, Math.floor(Math.max(one.length, other.length) / 2))
  return lettersBetween(one, other) <= most
}

/** How many letters are added, left out or replaced between two words. */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, its] of [...other].entries()) {
      const replaced = (row[place] ?? 0) + (letter === its ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

const recordSchema = z.object({
  id: z.int(),
  name: z.string(),
  gender: z.string(),
  date_of_birth: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  address: z.string(),
  has_account: z.boolean(),
  joined_at: z.string(),
  appointments: z.int(),
  samples: z.int(),
  results: z.int(),
})
export type ReviewedRecord = z.infer<typeof recordSchema>

/** A question about who somebody is, with all that a person compares; never an NHS number. */
export const IdentityReviewSchema = z.object({
  review_id: z.int(),
  about: z.enum(REVIEW_KINDS),
  raised_at: z.string(),
  due_at: z.string(),
  is_overdue: z.boolean(),
  /** Results recorded since `raised_at` are shown to nobody until somebody decides. */
  withholds: z.boolean(),
  record: recordSchema,
  /** The other records with the same NHS number. */
  others: z.array(recordSchema),
  /** Every change of the identity, the earliest first; `from` and `to` are null for an NHS number. */
  changes: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      fields: z.array(
        z.object({
          field: z.string(),
          from: z.nullable(z.string()),
          to: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** Null while it is open. */
  decided: z.nullable(
    z.object({
      at: z.string(),
      by: z.string(),
      outcome: z.enum(REVIEW_OUTCOMES),
      reason: z.nullable(z.string()),
    }),
  ),
  /** A sentence; null when the reader can decide it. */
  against: z.nullable(z.string()),
})
export type IdentityReview = z.infer<typeof IdentityReviewSchema>

export const ReviewDecisionSchema = z.object({
  outcome: z.enum(REVIEW_OUTCOMES),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})

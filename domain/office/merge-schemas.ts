// Merging two records of one person; never a result's content or an NHS number.
import * as z from 'zod/mini'
import { DOUBLE_REASONS } from './duplicates.ts'
import { MERGE_FIELDS } from './merges.ts'

const side = z.enum(['kept', 'merged'])

/** One of the two records as the admin compares them. */
const MergeSideSchema = z.object({
  id: z.int(),
  version: z.int(),
  /** Each field in words; '' when it is empty. */
  fields: z.record(z.enum(MERGE_FIELDS), z.string()),
  nhs_number: z.enum(['none', 'given', 'confirmed']),
  /** The address that signs in; null without an account. */
  account: z.nullable(z.string()),
  joined_at: z.string(),
  upcoming: z.nullable(z.object({ event_name: z.string(), date: z.string(), time: z.string() })),
  counts: z.object({
    appointments: z.int(),
    consents: z.int(),
    payments: z.int(),
    waits: z.int(),
    results: z.int(),
    notices: z.int(),
  }),
})
export type MergeSide = z.infer<typeof MergeSideSchema>

export const MergePreviewSchema = z.object({
  kept: MergeSideSchema,
  merged: MergeSideSchema,
  /** Fields that both have, with different values: the admin must choose. */
  differs: z.array(z.enum(MERGE_FIELDS)),
  /** Sentences; empty when the merge may be done. */
  against: z.array(z.object({ code: z.string(), sentence: z.string() })),
  /** Another admin confirms the merge, and the members get a mail before. */
  needs_second: z.boolean(),
  /** Results of the record that goes; a clinician names those of this person after the merge. */
  results: z.array(
    z.object({
      result_id: z.int(),
      sample_date: z.nullable(z.string()),
      event_name: z.nullable(z.string()),
      recorded_on: z.string(),
    }),
  ),
})
export type MergePreview = z.infer<typeof MergePreviewSchema>

/** `account` is needed when both can sign in; the other account is closed. */
export const MergeRequestSchema = z.object({
  member_id: z.int(),
  kept_version: z.int(),
  merged_version: z.int(),
  fields: z.partialRecord(z.enum(MERGE_FIELDS), side),
  account: z.optional(side),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})
export type MergeRequest = z.input<typeof MergeRequestSchema>

/** What an admin chose for a merge that a second one confirms. */
export type MergeProposal = MergeRequest & { kept_id: number }

/** What one admin has chosen, beside the two records as they are now, for the second admin. */
export const ProposedMergeSchema = z.object({
  request_id: z.int(),
  proposed_by: z.string(),
  reason: z.string(),
  /** The reader is another admin than who proposed it. */
  may_confirm: z.boolean(),
  /** A record has changed since, so that the merge would be refused. */
  is_outdated: z.boolean(),
  chosen: z.partialRecord(z.enum(MERGE_FIELDS), side),
  /** The account that stays; null when only one of the records has one, or none. */
  account: z.nullable(side),
  preview: MergePreviewSchema,
})
export type ProposedMerge = z.infer<typeof ProposedMergeSchema>

/** `request_id` is there when nothing is merged yet: another admin confirms that request. */
export const MergedSchema = z.object({ member_id: z.int(), request_id: z.optional(z.int()) })
export type Merged = z.infer<typeof MergedSchema>

const doubled = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  postcode: z.nullable(z.string()),
  has_account: z.boolean(),
})

/** Two records that are probably of one person, and what they have in common. */
export const DuplicatesRowSchema = z.object({
  one: doubled,
  other: doubled,
  same: z.array(z.enum(DOUBLE_REASONS)),
  /** Who decided that they are two people; null of an open pair. */
  decided: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
})
export const PairDecisionSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})
export type DuplicatesRow = z.infer<typeof DuplicatesRowSchema>

export const UnnamedResultSchema = z.object({
  result_id: z.int(),
  member_id: z.int(),
  member_name: z.string(),
  merged_id: z.int(),
  sample_date: z.nullable(z.string()),
  event_name: z.nullable(z.string()),
  recorded_on: z.string(),
})
export type UnnamedResult = z.infer<typeof UnnamedResultSchema>

// Parting two records that were merged although they are of two people (docs/decisions/0049); never a
// result's content or an NHS number.
import * as z from 'zod/mini'
import type { OfficeReason } from './refusals.ts'

const PARTED_KINDS = [
  'contact data',
  'account',
  'NHS number',
  'appointment',
  'place in a queue',
  'access to a private event',
  'result',
  'task',
] as const
type PartedKind = (typeof PARTED_KINDS)[number]

/** `nobody`: it cannot be put back. */
const PARTED_ENDS = ['merged', 'kept', 'nobody'] as const

/** Where something goes, and why when it does not go back. */
const PartedItemSchema = z.object({
  kind: z.enum(PARTED_KINDS),
  /** Names it, without anything of a result; '' where the kind says it all. */
  text: z.string(),
  goes_to: z.enum(PARTED_ENDS),
  note: z.nullable(z.string()),
})
export type PartedItem = z.infer<typeof PartedItemSchema>

export function partedItem(
  kind: PartedKind,
  { text = '', note = null, goes_to }: Partial<PartedItem> & Pick<PartedItem, 'goes_to'>,
): PartedItem {
  return { kind, text, goes_to, note }
}

export const PARTING_NOTES = {
  changed: 'It was changed after the merge: the kept record has it as it is now.',
  accountInUse: 'The account belongs to another record now.',
  died: 'The kept record is recorded as died: no account is opened. Find out who has died.',
  numberElsewhere: 'Another record has this NHS number now. Ask the member for it again.',
  hasResult:
    'It has a result on the kept record, which nobody reads until a clinician has decided.',
  cancelled: 'It was cancelled after the merge.',
  bookedSince: 'They are booked or waiting there again.',
  listClosed: 'The list has ended, or they have another appointment.',
  offerEnded: 'The place that was offered has gone; the place in the queue is as it was.',
  consentWithdrawn: 'The consent was withdrawn after the merge, and stays withdrawn.',
  shown: 'The kept record reads it no more. A clinician is asked to tell both members.',
  hidden: 'The kept record never read it.',
  reviewedAgain: 'It is reviewed again, because the clinicians saw the other member’s data.',
  waited: 'It was joined after the merge, and you chose it.',
  chosen: 'It was booked after the merge, and you chose it.',
} as const

/** What was made after the merge stays with the kept record unless it is chosen. */
const MadeSinceSchema = z.object({
  id: z.int(),
  text: z.string(),
  /** Null when it may be chosen. */
  against: z.nullable(z.string()),
})
export type MadeSince = z.infer<typeof MadeSinceSchema>

const record = z.object({ id: z.int(), version: z.int(), name: z.string() })

export const PartingPreviewSchema = z.object({
  merge_id: z.int(),
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  /** The sentence of what speaks against it; null when it may be done. */
  against: z.nullable(z.string()),
  kept: record,
  /** With the name that it gets back. */
  merged: record,
  items: z.array(PartedItemSchema),
  appointments_since: z.array(MadeSinceSchema),
  waits_since: z.array(MadeSinceSchema),
})
export type PartingPreview = z.infer<typeof PartingPreviewSchema>

const chosen = z._default(z.array(z.int()).check(z.maxLength(100)), [])

export const PartingRequestSchema = z.object({
  kept_version: z.int(),
  merged_version: z.int(),
  /** Made after the merge, and of the record that gets its own again. */
  appointment_ids: chosen,
  wait_ids: chosen,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})
export type PartingRequest = z.input<typeof PartingRequestSchema>

export const PartedSchema = z.object({
  kept_id: z.int(),
  merged_id: z.int(),
  items: z.array(PartedItemSchema),
})
export type Parted = z.infer<typeof PartedSchema>

type PartingSituation = {
  isParted: boolean
  isErased: boolean
  /** What the merge changed was sealed with it. */
  isRecorded: boolean
  /** The kept record was merged into another one since. */
  isKeptMerged: boolean
  hasPaymentUnderWay: boolean
  isErasureAsked: boolean
  isOwnRecord: boolean
  madeBy: number
  staffId: number
}

/** The gravest reason against parting; null when it may be done. */
export function whyNotPart(situation: PartingSituation): OfficeReason | null {
  const reasons: [boolean, OfficeReason][] = [
    [situation.isParted, 'parted_already'],
    [situation.isErased, 'record_erased'],
    [!situation.isRecorded, 'merge_not_recorded'],
    [situation.isKeptMerged, 'part_later_first'],
    [situation.isErasureAsked, 'erasure_stands'],
    [situation.hasPaymentUnderWay, 'payment_not_settled'],
    [situation.isOwnRecord, 'own_record'],
    [situation.madeBy === situation.staffId, 'same_person'],
  ]
  return reasons.find(([isTrue]) => isTrue)?.[1] ?? null
}

/** Whether what would happen can be shown although this person may not do it. */
export function canBeShown(against: OfficeReason | null): boolean {
  return against === null || against === 'same_person' || against === 'own_record'
}

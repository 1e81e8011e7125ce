import * as z from 'zod/mini'
import { CONTACT_WAYS, SUPPORT_NEEDS } from '../../../domain/contact-and-support.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { withNote } from '../../members/support-note.ts'
import { openNhsNumber } from '../../members/user-profile.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { sealedById } from '../../platform/keys/sealed-json.ts'

const ids = z.array(z.int())
const text = z.nullable(z.string())

/** What a merge writes over in the record that goes, and may write over in the kept one. */
const fields = {
  firstName: z.string(),
  lastName: z.string(),
  gender: z.string(),
  dateOfBirth: z.string(),
  email: text,
  phone: z.string(),
  /** Merges of before it leave the column as it is. */
  provenPhone: z.optional(text),
  homeAddress: z.string(),
  addressLines: z.array(z.string()),
  town: text,
  postcode: text,
  contactBy: z.enum(CONTACT_WAYS),
  supportNeeds: z.array(z.enum(SUPPORT_NEEDS)),
  supportNote: text,
}
const MergedRecordSchema = z.object({
  ...fields,
  userId: text,
  sealId: text,
  isActive: z.boolean(),
  /** In plain text, because it is sealed here. */
  nhsNumber: text,
  /** ISO 8601. */
  nhsConfirmedAt: text,
})
const overwritten = z.partial(
  z.object({ ...fields, billingAddress: text, ethnicity: z.string(), occupation: text }),
)

/** What a merge changed, to be put back when it is parted (docs/decisions/0049). */
const SealedMergeSchema = z.object({
  merged: MergedRecordSchema,
  kept: z.object({
    userId: text,
    sealId: text,
    nhsConfirmedAt: text,
    /** The kept record got the number of the other. */
    tookNumber: z.boolean(),
    before: overwritten,
    after: overwritten,
  }),
  /** The account that signs in from then on, and the one that was closed. */
  account: z.object({ stays: text, closes: text }),
  /** Records that had been merged into the one that goes. */
  followers: ids,
  /** `visitor` is the hash of the browser's cookie, in hex. */
  grants: z.array(z.object({ eventId: z.int(), visitor: z.string() })),
  /** Hashes of their keys, in hex. */
  consentLinks: z.array(z.string()),
  /** `items`: entries of bulk actions that lost their appointment. */
  appointment: z.nullable(
    z.object({ id: z.int(), consentId: z.int(), copiedConsentId: z.int(), items: ids }),
  ),
  waits: z.object({ moved: ids, closed: ids }),
})
export type SealedMerge = z.infer<typeof SealedMergeSchema>
type OverwrittenFields = z.infer<typeof overwritten>

/** What the record that goes has, before a merge. */
export function toSealedRecord(row: MemberRow, fieldKeys: FieldKeys): SealedMerge['merged'] {
  return MergedRecordSchema.parse({
    ...withNote(fieldKeys, row),
    nhsNumber: openNhsNumber(row, fieldKeys),
    nhsConfirmedAt: row.nhsConfirmedAt?.toISOString() ?? null,
  })
}

export function keptState({ userId, sealId, nhsConfirmedAt }: MemberRow) {
  return { userId, sealId, nhsConfirmedAt: nhsConfirmedAt?.toISOString() ?? null }
}

/** These fields of a record, as a merge may write over them. */
export function pickOverwritten(row: MemberRow, names: readonly string[]): OverwrittenFields {
  return overwritten.parse(
    Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))),
  )
}

export const {
  placeOf: placeOfMerged,
  seal: sealMerge,
  open: openMerge,
} = sealedById(SealedMergeSchema, 'member_merges|sealed')

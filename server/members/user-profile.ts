import type { ContactChoices } from '../../domain/contact-schemas.ts'
import { type UserProfile, UserProfileSchema } from '../../domain/contract.ts'
import { pick, toFields } from '../../domain/fields.ts'
import type { Identity } from '../../domain/identity.ts'
import { PERSON_FIELDS } from '../../domain/member-fields.ts'
import { isPlaceholderNumber } from '../../domain/nhs-number.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import type { MemberRow } from './members.queries.ts'
import { openSupportNote } from './support-note.ts'

const { profileId: _, ...stored } = UserProfileSchema.shape

/** The NHS number is decrypted. */
export function toUserProfile(row: MemberRow, fieldKeys: FieldKeys): UserProfile {
  return {
    ...pick(stored, row),
    profileId: row.id,
    latinFirstName: row.latinFirstName || undefined,
    latinLastName: row.latinLastName || undefined,
    email: row.email ?? '',
    nhsNumber: openNhsNumber(row, fieldKeys),
  }
}

/** Null without one. */
export function openNhsNumber(
  row: Pick<MemberRow, 'nhsNumber' | 'sealId' | 'userId'>,
  fieldKeys: FieldKeys,
): string | null {
  return row.nhsNumber && fieldKeys.open(row.nhsNumber, nhsNumberPlace(sealIdOf(row)))
}

/** All that the office sees of the number. */
export function nhsNumberState(
  row: Pick<MemberRow, 'nhsNumber' | 'nhsConfirmedAt'>,
): 'none' | 'given' | 'confirmed' {
  if (!row.nhsNumber) return 'none'
  return row.nhsConfirmedAt ? 'confirmed' : 'given'
}

export function contactChoicesOf(fieldKeys: FieldKeys, row: MemberRow): ContactChoices {
  const { contactBy: contact_by, supportNeeds: support_needs } = row
  return { contact_by, support_needs, support_note: openSupportNote(fieldKeys, row) }
}

export function identityOf(
  row: Pick<MemberRow, (typeof PERSON_FIELDS)[keyof typeof PERSON_FIELDS]['column']>,
  nhsNumber: string | null,
): Identity {
  return { ...toFields(PERSON_FIELDS, row), nhs_number: nhsNumber }
}

export function sealNhsNumber(
  fieldKeys: FieldKeys,
  { nhsNumber, sealId }: { nhsNumber: string; sealId: string },
) {
  return {
    nhsNumber: fieldKeys.seal(nhsNumber, nhsNumberPlace(sealId)),
    nhsNumberIndex: nhsNumberIndex({ fieldKeys }, nhsNumber),
  }
}

/** Null for a placeholder, which is nobody's number. */
export function nhsNumberIndex(
  { fieldKeys }: { fieldKeys: FieldKeys },
  nhsNumber: string,
): Buffer | null {
  return isPlaceholderNumber(nhsNumber) ? null : fieldKeys.blindIndex(nhsNumber, 'nhs_number')
}

/**
 * What the member's sealed values are bound to, since the row has no id before it is inserted: the
 * account, or what the member was made with before having one. It never changes.
 */
export function sealIdOf({ sealId, userId }: Pick<MemberRow, 'sealId' | 'userId'>): string {
  const id = sealId ?? userId
  if (id === null) throw new Error('a member has neither account nor seal id')
  return id
}

export function nhsNumberPlace(sealId: string): string {
  return `members|nhs_number|${sealId}`
}

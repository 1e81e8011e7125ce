import type { UserProfile } from '../../domain/contract.ts'
import type { Identity } from '../../domain/identity.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { MemberRow } from './members.queries.ts'

/** The NHS number is decrypted. */
export function toUserProfile(row: MemberRow, fieldKeys: FieldKeys): UserProfile {
  return {
    profileId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    gender: row.gender,
    dateOfBirth: row.dateOfBirth,
    ethnicity: row.ethnicity,
    occupation: row.occupation,
    phone: row.phone,
    email: row.email,
    homeAddress: row.homeAddress,
    billingAddress: row.billingAddress,
    nhsNumber: row.nhsNumber && fieldKeys.open(row.nhsNumber, nhsNumberOf(row.userId)),
    isVerified: row.isVerified,
    isActive: row.isActive,
  }
}

export function identityOf(
  row: Pick<MemberRow, 'firstName' | 'lastName' | 'gender' | 'dateOfBirth'>,
  nhsNumber: string | null,
): Identity {
  return {
    first_name: row.firstName,
    last_name: row.lastName,
    gender: row.gender,
    date_of_birth: row.dateOfBirth,
    nhs_number: nhsNumber,
  }
}

export function sealNhsNumber(
  fieldKeys: FieldKeys,
  { nhsNumber, userId }: { nhsNumber: string; userId: string },
) {
  return {
    nhsNumber: fieldKeys.seal(nhsNumber, nhsNumberOf(userId)),
    nhsNumberIndex: nhsNumberIndex({ fieldKeys }, nhsNumber),
  }
}

export function nhsNumberIndex({ fieldKeys }: { fieldKeys: FieldKeys }, nhsNumber: string): Buffer {
  return fieldKeys.blindIndex(nhsNumber, 'nhs_number')
}

/** By account, because the row has no id before it is inserted. */
function nhsNumberOf(userId: string): string {
  return `members|nhs_number|${userId}`
}

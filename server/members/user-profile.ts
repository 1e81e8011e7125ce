import type { UserProfile } from '../../domain/contract.ts'
import type { Identity } from '../../domain/identity.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { MemberRow } from './members.queries.ts'

/** A member's own profile as he is given it (spec §3, Stored user), his NHS number opened. */
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

/** Who a member says they are, with the NHS number opened. */
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

/** An NHS number (ten digits) as the two columns that keep it: sealed, and to be found by. */
export function sealNhsNumber(
  fieldKeys: FieldKeys,
  { nhsNumber, userId }: { nhsNumber: string; userId: string },
) {
  return {
    nhsNumber: fieldKeys.seal(nhsNumber, nhsNumberOf(userId)),
    nhsNumberIndex: nhsNumberIndex({ fieldKeys }, nhsNumber),
  }
}

/** 32 bytes by which equal NHS numbers are found. */
export function nhsNumberIndex({ fieldKeys }: { fieldKeys: FieldKeys }, nhsNumber: string): Buffer {
  return fieldKeys.blindIndex(nhsNumber, 'nhs_number')
}

/** Where a member's NHS number is sealed to; by account, since his row has no id before it is added. */
function nhsNumberOf(userId: string): string {
  return `members|nhs_number|${userId}`
}

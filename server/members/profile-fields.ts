import { isScreeningAge } from '../../domain/age.ts'
import { contactNeedText, missingForContact } from '../../domain/contact-and-support.ts'
import { nameError, visibleName } from '../../domain/person-name.ts'
import { type PostalAddress, readPostcode } from '../../domain/postal-address.ts'
import { isSameNumber } from '../../domain/proven-mobile.ts'
import { isCalendarDate, ukDate } from '../../domain/uk-time.ts'
import { plainText } from '../platform/http/plain-text.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import type { MemberRow } from './members.queries.ts'

/** The field as plain text; throws Refused invalid_request when empty. */
export function requiredField(field: string, typed: string): string {
  const plain = plainText(typed)
  if (plain === '') throw invalidField(field, 'This field is required.')
  return plain
}

/** The name of a person as it is stored; throws Refused invalid_request when it may be none. */
export function nameField(field: string, typed: string): string {
  const name = requiredField(field, visibleName(typed))
  const error = nameError(name)
  if (error !== null) throw invalidField(field, error)
  return name
}

/** Throws Refused: invalid_request for an invalid date, age_out_of_range. */
export function checkDateOfBirth(dateOfBirth: string, now: Date): void {
  if (!isCalendarDate(dateOfBirth)) {
    throw invalidField('date_of_birth', 'Date of birth must be a real date, for example 27 3 1965.')
  }
  if (!isScreeningAge(dateOfBirth, ukDate(now))) throw new Refused('age_out_of_range')
}

export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** The address as it is stored; throws Refused invalid_request for a postcode that is none. */
export function checkAddress({ lines, town, postcode }: PostalAddress): PostalAddress {
  const code = readPostcode(postcode ?? '')
  if (postcode?.trim() && code === null)
    throw invalidField('postcode', 'Enter a postcode, for example CO1 1AA.')
  return {
    lines: lines.map(plainText).filter((line) => line !== ''),
    town: plainText(town ?? '') || null,
    postcode: code,
  }
}

/**
 * Throws Refused invalid_request when the member cannot be reached in the chosen way. The member's
 * own form (`isOwn`) has the address in one field.
 */
export function checkReach(
  row: Pick<MemberRow, 'contactBy' | 'email' | 'phone' | 'addressLines' | 'postcode'>,
  { isOwn = false } = {},
): void {
  const { contactBy: contact_by, addressLines: address_lines, email, phone, postcode } = row
  const field = missingForContact({ contact_by, email, phone, address_lines, postcode })
  if (field === null) return
  const isOfAddress = field === 'address_lines' || field === 'postcode'
  if (isOwn && isOfAddress)
    throw invalidField('home_address', 'You have chosen post, so please add your full address.')
  throw invalidField(field, contactNeedText({ contact_by, phone }))
}

/** The columns of a number that waits for no code. */
export const NO_PHONE_CODE = { phoneCodeHash: null, phoneCodeSentAt: null, phoneCodeTries: 0 }

/**
 * What a change makes of the proof of the number; null for nothing. Staff write down what the member
 * said, which proves it; a number that the member types waits for its code.
 */
export function proofAfter(
  form: { phone_confirmed?: boolean | undefined },
  row: Pick<MemberRow, 'phone' | 'provenPhone'>,
  { phone, isOwn }: { phone: string; isOwn: boolean },
): Partial<MemberRow> | null {
  if (!isOwn && (phone !== row.phone || form.phone_confirmed)) {
    const provenPhone = phone || null
    return provenPhone === row.provenPhone ? null : { provenPhone, ...NO_PHONE_CODE }
  }
  return isSameNumber(phone, row.phone) ? null : { provenPhone: null, ...NO_PHONE_CODE }
}

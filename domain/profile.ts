import { ETHNICITIES, GENDERS } from './choices.ts'
import type { ProfileUpdate, UserProfile } from './contract.ts'
import { dateOfBirthError, lengthError, nhsNumberError, REQUIRED } from './field-rules.ts'
import { groupNhsNumber, isNhsNumber, onlyNhsDigits } from './nhs-number.ts'

/** What a member edits of his profile, by the names it is sent under (spec §3), in the form's order. */
export const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
  'ethnicity',
  'occupation',
  'phone',
  'home_address',
  'billing_address',
  'nhs_number',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]

/** Every field as text, '' when empty; `date_of_birth` is 'YYYY-MM-DD'. */
export type ProfileForm = Record<ProfileField, string>

/** The form as it is before anything is changed. */
export function profileFormOf(member: UserProfile): ProfileForm {
  return {
    first_name: member.firstName,
    last_name: member.lastName,
    gender: member.gender,
    date_of_birth: member.dateOfBirth,
    ethnicity: member.ethnicity,
    occupation: member.occupation ?? '',
    phone: member.phone,
    home_address: member.homeAddress,
    billing_address: member.billingAddress ?? '',
    nhs_number: groupNhsNumber(member.nhsNumber ?? ''),
  }
}

/**
 * What is wrong with the form, at most one thing a field, in the form's order (spec §5). The age is
 * asked only of a date of birth that was changed: who has turned 81 may still tell his new address.
 */
export function profileErrors(
  form: ProfileForm,
  { before, today }: { before: UserProfile; today: string },
): { field: ProfileField; message: string }[] {
  return PROFILE_FIELDS.flatMap((field) => {
    const message = whatIsWrong(field)
    return message === null ? [] : [{ field, message }]
  })

  function whatIsWrong(field: ProfileField): string | null {
    const value = form[field]
    if (value.trim() === '') return NEEDED.includes(field) ? REQUIRED : null
    if (field === 'nhs_number') return nhsNumberError(value)
    if (field === 'date_of_birth') {
      return value === before.dateOfBirth ? null : dateOfBirthError(value, today)
    }
    return lengthError(value, LONGEST[field])
  }
}

/** The NHS number that he changed to, which has to be typed twice; null when it stays or goes. */
export function changedNhsNumber(typed: string, before: Pick<UserProfile, 'nhsNumber'>) {
  const digits = onlyNhsDigits(typed)
  return digits !== null && isNhsNumber(digits) && digits !== before.nhsNumber ? digits : null
}

/**
 * The change that is sent: every field, so that an NHS number never goes alone, which would say that
 * he typed it twice (spec §7). Null takes the occupation or NHS number away; a choice or date that is
 * null stays as it was.
 */
export function profileUpdateOf(form: ProfileForm): Omit<ProfileUpdate, 'email'> {
  return {
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    gender: GENDERS.find((gender) => gender === form.gender) ?? null,
    date_of_birth: form.date_of_birth || null,
    ethnicity: ETHNICITIES.find((ethnicity) => ethnicity === form.ethnicity) ?? null,
    occupation: form.occupation.trim() || null,
    phone: form.phone.trim(),
    home_address: inOneLine(form.home_address),
    billing_address: inOneLine(form.billing_address),
    nhs_number: onlyNhsDigits(form.nhs_number) || null,
  }
}

/** An address as it is kept: its lines joined by ', ' (spec §3). */
function inOneLine(address: string): string {
  const lines = address.split('\n').map((line) => line.trim().replace(/,$/, ''))
  return lines.filter((line) => line !== '').join(', ')
}

const NEEDED: readonly ProfileField[] = [
  'first_name',
  'last_name',
  'phone',
  'home_address',
  'billing_address',
]

// The contract's own limits.
const LONGEST = {
  first_name: 80,
  last_name: 80,
  gender: 80,
  ethnicity: 80,
  occupation: 120,
  phone: 30,
  home_address: 400,
  billing_address: 400,
} as const

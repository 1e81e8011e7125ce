import { ETHNICITIES, GENDERS } from './choices.ts'
import type { ProfileUpdate, UserProfile } from './contract.ts'
import { dateOfBirthError, lengthError, nhsNumberError, REQUIRED } from './field-rules.ts'
import { mapValues, namesOf } from './fields.ts'
import { type LatinField, latinFieldsOf, latinNameError } from './latin-names.ts'
import { type MemberField, PROFILE_FIELDS, type ProfileField } from './member-fields.ts'
import { groupNhsNumber, isNhsNumber, onlyNhsDigits } from './nhs-number.ts'
import { nameError } from './person-name.ts'

export type ProfileForm = Record<ProfileField, string>

export function profileFormOf(member: UserProfile): ProfileForm {
  return {
    ...mapValues(PROFILE_FIELDS, ({ column }) => member[column] ?? ''),
    nhs_number: groupNhsNumber(member.nhsNumber ?? ''),
  }
}

/** The age is checked only for a changed date of birth: members over 80 can edit the rest. */
export function profileErrors(
  form: ProfileForm,
  { before, today }: { before: UserProfile; today: string },
): { field: ProfileField; message: string }[] {
  return namesOf(PROFILE_FIELDS).flatMap((field) => {
    const message = fieldError(field)
    return message === null ? [] : [{ field, message }]
  })

  function fieldError(field: ProfileField): string | null {
    const value = form[field]
    if (field === 'latin_first_name' || field === 'latin_last_name') return latinError(field, value)
    if (value.trim() === '') return REQUIRED_FIELDS.includes(field) ? REQUIRED : null
    if (field === 'nhs_number') return nhsNumberError(value)
    if (field === 'date_of_birth') {
      return value === before.dateOfBirth ? null : dateOfBirthError(value, today)
    }
    const isName = field === 'first_name' || field === 'last_name'
    const isSameName = value === before.firstName || value === before.lastName
    const error = isName && !isSameName ? nameError(value) : null
    const { max = Number.POSITIVE_INFINITY }: MemberField = PROFILE_FIELDS[field]
    return error ?? lengthError(value, max)
  }

  function latinError(field: LatinField, value: string): string | null {
    const isRequired = latinFieldsOf(form).includes(field)
    return isRequired ? latinNameError(value, { isRequired }) : null
  }
}

/** Returns the new number, which must be typed twice, or null when unchanged or removed. */
export function changedNhsNumber(typed: string, before: Pick<UserProfile, 'nhsNumber'>) {
  const digits = onlyNhsDigits(typed)
  return digits !== null && isNhsNumber(digits) && digits !== before.nhsNumber ? digits : null
}

/** Contains every field, because an NHS number alone would confirm it (rules §2.5). */
export function profileUpdateOf(form: ProfileForm): Omit<ProfileUpdate, 'email'> {
  return {
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    ...latinOf(form),
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

/** Of the parts of the name that are asked for in Latin letters; the server clears the others. */
function latinOf(form: ProfileForm): { [field in LatinField]?: string } {
  return Object.fromEntries(latinFieldsOf(form).map((field) => [field, form[field].trim()]))
}

function inOneLine(address: string): string {
  const lines = address.split('\n').map((line) => line.trim().replace(/,$/, ''))
  return lines.filter((line) => line !== '').join(', ')
}

const REQUIRED_FIELDS: readonly ProfileField[] = [
  'first_name',
  'last_name',
  'phone',
  'home_address',
  'billing_address',
]

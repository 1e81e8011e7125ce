import { COUNTRIES, ETHNICITIES, GENDERS } from './choices.ts'
import { type ProfileCreate, ProfileCreateSchema } from './contract.ts'
import { dateOfBirthError, lengthError, nhsNumberError, REQUIRED } from './field-rules.ts'
import { namesOf } from './fields.ts'
import { type LatinField, latinFieldsOf, latinNameError } from './latin-names.ts'
import { CONTACT_FIELDS, PROFILE_FIELDS } from './member-fields.ts'
import { onlyNhsDigits } from './nhs-number.ts'
import { PASSWORD_MIN_LENGTH, passwordError } from './passwords.ts'
import { nameError } from './person-name.ts'

/** In the order of the form; the parts of the address share the characters of the whole. */
export const SIGN_UP_FIELDS = {
  firstName: PROFILE_FIELDS.first_name,
  lastName: PROFILE_FIELDS.last_name,
  latinFirstName: PROFILE_FIELDS.latin_first_name,
  latinLastName: PROFILE_FIELDS.latin_last_name,
  address1: { label: 'Address line 1', max: 150 },
  address2: { label: 'Address line 2', max: 150 },
  postCode: { label: 'Postcode', max: 20 },
  country: { label: 'Country' },
  occupation: PROFILE_FIELDS.occupation,
  nhs: PROFILE_FIELDS.nhs_number,
  gender: PROFILE_FIELDS.gender,
  ethnicity: PROFILE_FIELDS.ethnicity,
  dateOfBirth: PROFILE_FIELDS.date_of_birth,
  phoneNumber: PROFILE_FIELDS.phone,
  email: { label: 'Email', max: CONTACT_FIELDS.email.max },
  password: { label: 'Password' },
  confirmPassword: { label: 'Confirm password' },
} as const
export type SignUpField = keyof typeof SIGN_UP_FIELDS

/** Empty fields are ''; dates are 'YYYY-MM-DD'. */
export type SignUpForm = Record<Exclude<SignUpField, LatinKey>, string> & {
  [field in LatinKey]?: string
}
export type LatinKey = 'latinFirstName' | 'latinLastName'

export function signUpErrors(
  form: SignUpForm,
  today: string,
  { passwordMinLength = PASSWORD_MIN_LENGTH } = {},
): { field: SignUpField; message: string }[] {
  return namesOf(SIGN_UP_FIELDS).flatMap((field) => {
    const message = fieldError(field, form, { today, passwordMinLength })
    return message === null ? [] : [{ field, message }]
  })
}

export function homeAddressOf(form: SignUpForm): string {
  return [form.address1, form.address2, form.postCode, form.country]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
}

/** Throws for a form that `signUpErrors` refuses. */
export function profileOf(form: SignUpForm, userId: string): ProfileCreate {
  return ProfileCreateSchema.parse({
    user_id: userId,
    first_name: form.firstName,
    last_name: form.lastName,
    ...latinOf(form),
    gender: form.gender,
    date_of_birth: form.dateOfBirth,
    ethnicity: form.ethnicity,
    occupation: form.occupation.trim() || null,
    phone: form.phoneNumber,
    email: form.email.trim().toLowerCase(),
    home_address: homeAddressOf(form),
    nhs_number: form.nhs.trim() === '' ? null : onlyNhsDigits(form.nhs),
  } satisfies Record<Exclude<keyof ProfileCreate, LatinField>, unknown>)
}

export const LATIN_KEYS: Record<LatinField, LatinKey> = {
  latin_first_name: 'latinFirstName',
  latin_last_name: 'latinLastName',
}

/** Only what is asked for. */
function latinOf(form: SignUpForm): { [field in LatinField]?: string } {
  const latinFields = askedInLatin(form)
  return Object.fromEntries(latinFields.map((field) => [field, form[LATIN_KEYS[field]] ?? '']))
}

function askedInLatin({ firstName, lastName }: SignUpForm): LatinField[] {
  return latinFieldsOf({ first_name: firstName, last_name: lastName })
}

const OPTIONAL: readonly SignUpField[] = ['address2', 'occupation', 'nhs']

type Options = { today: string; passwordMinLength: number }
type Rule = (value: string, form: SignUpForm, options: Options) => string | null

const rules: Partial<Record<SignUpField, Rule>> = {
  firstName: nameError,
  lastName: nameError,
  country: oneOf(COUNTRIES),
  gender: oneOf(GENDERS),
  ethnicity: oneOf(ETHNICITIES),
  nhs: nhsNumberError,
  dateOfBirth: (dob, _form, { today }) => dateOfBirthError(dob, today),
  password: (password, _form, { passwordMinLength }) => passwordError(password, passwordMinLength),
  confirmPassword: (again, form) => (again === form.password ? null : 'Passwords do not match'),
}

function fieldError(field: SignUpField, form: SignUpForm, options: Options): string | null {
  const value = form[field] ?? ''
  if (field === 'latinFirstName' || field === 'latinLastName') {
    const isRequired = askedInLatin(form).some((latinFields) => LATIN_KEYS[latinFields] === field)
    return isRequired ? latinNameError(value, { isRequired }) : null
  }
  if (value.trim() === '') return OPTIONAL.includes(field) ? null : REQUIRED
  const { max = Number.POSITIVE_INFINITY }: { label: string; max?: number } = SIGN_UP_FIELDS[field]
  return lengthError(value, max) ?? rules[field]?.(value, form, options) ?? null
}

function oneOf(options: readonly string[]): Rule {
  return (value) => (options.includes(value) ? null : REQUIRED)
}

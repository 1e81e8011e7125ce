import { COUNTRIES, ETHNICITIES, GENDERS } from './choices.ts'
import { type ProfileCreate, ProfileCreateSchema } from './contract.ts'
import { dateOfBirthError, lengthError, nhsNumberError } from './field-rules.ts'
import { namesOf } from './fields.ts'
import { type LatinField, latinFieldsOf, latinNameError } from './latin-names.ts'
import { CONTACT_FIELDS, PROFILE_FIELDS } from './member-fields.ts'
import { onlyNhsDigits } from './nhs-number.ts'
import { PASSWORD_MIN_LENGTH, passwordError } from './passwords.ts'
import { nameError } from './person-name.ts'
import { IRELAND, isEircode, readPostcode } from './postal-address.ts'

/** In the order of the form; the parts of the address share the characters of the whole. */
export const SIGN_UP_FIELDS = {
  firstName: PROFILE_FIELDS.first_name,
  lastName: PROFILE_FIELDS.last_name,
  latinFirstName: PROFILE_FIELDS.latin_first_name,
  latinLastName: PROFILE_FIELDS.latin_last_name,
  dateOfBirth: PROFILE_FIELDS.date_of_birth,
  gender: PROFILE_FIELDS.gender,
  ethnicity: PROFILE_FIELDS.ethnicity,
  nhs: PROFILE_FIELDS.nhs_number,
  address1: { label: 'Address line 1', max: 150 },
  address2: { label: 'Address line 2', max: 150 },
  town: { label: CONTACT_FIELDS.town.label, max: 60 },
  postCode: { label: 'Postcode', max: 20 },
  country: { label: 'Country' },
  phoneNumber: PROFILE_FIELDS.phone,
  occupation: PROFILE_FIELDS.occupation,
  email: { label: 'Email', max: CONTACT_FIELDS.email.max },
  password: { label: 'Password' },
  confirmPassword: { label: 'Confirm password' },
} as const
export type SignUpField = keyof typeof SIGN_UP_FIELDS

/** The steps of the form, in its order, with the fields of each. */
export const SIGN_UP_STEPS = [
  {
    title: 'About you',
    fields: [
      'firstName',
      'lastName',
      'latinFirstName',
      'latinLastName',
      'dateOfBirth',
      'gender',
      'ethnicity',
      'nhs',
    ],
  },
  {
    title: 'How to reach you',
    fields: ['address1', 'address2', 'town', 'postCode', 'country', 'phoneNumber', 'occupation'],
  },
  { title: 'Your sign-in details', fields: ['email', 'password', 'confirmPassword'] },
] as const satisfies readonly { title: string; fields: readonly SignUpField[] }[]

/** The index of the step that asks for the field. */
export function stepOfField(field: SignUpField): number {
  return SIGN_UP_STEPS.findIndex(({ fields }) => fields.some((name) => name === field))
}

/** Empty fields are ''; dates are 'YYYY-MM-DD'. */
export type SignUpForm = Record<Exclude<SignUpField, LatinKey>, string> & {
  [field in LatinKey]?: string
}
type LatinKey = 'latinFirstName' | 'latinLastName'

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

/** The postcode as it is written on letters: 'co43sq' is 'CO4 3SQ'. */
export function homeAddressOf(form: SignUpForm): string {
  const postcode = readPostcode(form.postCode) ?? form.postCode
  return [form.address1, form.address2, form.town, postcode, form.country]
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

const MISSING: Partial<Record<SignUpField, string>> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  latinFirstName: 'Enter your first name in Latin letters.',
  latinLastName: 'Enter your last name in Latin letters.',
  dateOfBirth: 'Enter your date of birth.',
  gender: 'Choose your gender.',
  ethnicity: 'Choose your ethnicity. You can choose ‘Not stated’.',
  address1: 'Enter the first line of your address.',
  postCode: 'Enter your postcode.',
  country: 'Choose your country.',
  phoneNumber: 'Enter your phone number.',
  email: 'Enter your email address.',
  password: 'Enter a password.',
  confirmPassword: 'Enter the password again.',
}

type Options = { today: string; passwordMinLength: number }
type Rule = (value: string, form: SignUpForm, options: Options) => string | null

const rules: Partial<Record<SignUpField, Rule>> = {
  firstName: nameError,
  lastName: nameError,
  postCode: postcodeError,
  country: oneOf('country', COUNTRIES),
  gender: oneOf('gender', GENDERS),
  ethnicity: oneOf('ethnicity', ETHNICITIES),
  nhs: nhsNumberError,
  dateOfBirth: (dob, _form, { today }) => dateOfBirthError(dob, today),
  password: (password, _form, { passwordMinLength }) => passwordError(password, passwordMinLength),
  confirmPassword: (again, form) => (again === form.password ? null : 'Passwords do not match'),
}

function fieldError(field: SignUpField, form: SignUpForm, options: Options): string | null {
  const value = form[field] ?? ''
  if (field === 'latinFirstName' || field === 'latinLastName') {
    const isRequired = askedInLatin(form).some((latinFields) => LATIN_KEYS[latinFields] === field)
    if (!isRequired) return null
    return value.trim() === '' ? (MISSING[field] ?? null) : latinNameError(value)
  }
  if (value.trim() === '') return MISSING[field] ?? null
  const { max = Number.POSITIVE_INFINITY }: { label: string; max?: number } = SIGN_UP_FIELDS[field]
  return lengthError(value, max) ?? rules[field]?.(value, form, options) ?? null
}

function oneOf(field: SignUpField, options: readonly string[]): Rule {
  return (value) => (options.includes(value) ? null : (MISSING[field] ?? null))
}

function postcodeError(typed: string, { country }: SignUpForm): string | null {
  const isIreland = country === IRELAND
  if (readPostcode(typed) === null)
    return isIreland
      ? 'Enter your Eircode, for example D02 X285.'
      : 'Enter a full postcode, for example CO4 3SQ.'
  if (isEircode(typed) === isIreland) return null
  return isIreland
    ? 'This is a UK postcode. Choose United Kingdom as your country, or enter your Eircode.'
    : 'This is an Eircode. Choose Ireland as your country, or enter a UK postcode.'
}

import { COUNTRIES, ETHNICITIES, GENDERS } from './choices.ts'
import { type ProfileCreate, ProfileCreateSchema } from './contract.ts'
import { dateOfBirthError, lengthError, nhsNumberError, REQUIRED } from './field-rules.ts'
import { onlyNhsDigits } from './nhs-number.ts'
import { PASSWORD_MIN_LENGTH, passwordError } from './passwords.ts'

export const SIGN_UP_FIELDS = [
  'firstName',
  'lastName',
  'address1',
  'address2',
  'postCode',
  'country',
  'occupation',
  'nhs',
  'gender',
  'ethnicity',
  'dateOfBirth',
  'phoneNumber',
  'email',
  'password',
  'confirmPassword',
] as const
export type SignUpField = (typeof SIGN_UP_FIELDS)[number]

/** Empty fields are ''; dates are 'YYYY-MM-DD'. */
export type SignUpForm = Record<SignUpField, string>

export function signUpErrors(
  form: SignUpForm,
  today: string,
  { passwordMinLength = PASSWORD_MIN_LENGTH } = {},
): { field: SignUpField; message: string }[] {
  return SIGN_UP_FIELDS.flatMap((field) => {
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
    gender: form.gender,
    date_of_birth: form.dateOfBirth,
    ethnicity: form.ethnicity,
    occupation: form.occupation.trim() || null,
    phone: form.phoneNumber,
    email: form.email.trim().toLowerCase(),
    home_address: homeAddressOf(form),
    nhs_number: form.nhs.trim() === '' ? null : onlyNhsDigits(form.nhs),
  } satisfies Record<keyof ProfileCreate, unknown>)
}

const OPTIONAL: readonly SignUpField[] = ['address2', 'occupation', 'nhs']

// Within the limits of contract.ts; the address parts share 400 characters.
const MAX_LENGTH: Partial<Record<SignUpField, number>> = {
  firstName: 80,
  lastName: 80,
  address1: 150,
  address2: 150,
  postCode: 20,
  occupation: 120,
  phoneNumber: 30,
  email: 254,
}

type Options = { today: string; passwordMinLength: number }
type Rule = (value: string, form: SignUpForm, options: Options) => string | null

const rules: Partial<Record<SignUpField, Rule>> = {
  country: oneOf(COUNTRIES),
  gender: oneOf(GENDERS),
  ethnicity: oneOf(ETHNICITIES),
  nhs: nhsNumberError,
  dateOfBirth: (dob, _form, { today }) => dateOfBirthError(dob, today),
  password: (password, _form, { passwordMinLength }) => passwordError(password, passwordMinLength),
  confirmPassword: (again, form) => (again === form.password ? null : 'Passwords do not match'),
}

function fieldError(field: SignUpField, form: SignUpForm, options: Options): string | null {
  const value = form[field]
  if (value.trim() === '') return OPTIONAL.includes(field) ? null : REQUIRED
  const maxLength = MAX_LENGTH[field] ?? Number.POSITIVE_INFINITY
  return lengthError(value, maxLength) ?? rules[field]?.(value, form, options) ?? null
}

function oneOf(options: readonly string[]): Rule {
  return (value) => (options.includes(value) ? null : REQUIRED)
}

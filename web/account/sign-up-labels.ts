import { LATIN_LABELS } from '../../domain/latin-names.ts'
import type { SignUpField } from '../../domain/sign-up.ts'

export const SIGN_UP_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  latinFirstName: LATIN_LABELS.latin_first_name,
  latinLastName: LATIN_LABELS.latin_last_name,
  address1: 'Address line 1',
  address2: 'Address line 2',
  postCode: 'Postcode',
  country: 'Country',
  occupation: 'Occupation',
  nhs: 'NHS number',
  gender: 'Gender',
  ethnicity: 'Ethnicity',
  dateOfBirth: 'Date of birth',
  phoneNumber: 'Phone number',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
} satisfies Record<SignUpField, string>

import { PROFILE_FIELDS } from '../../domain/member-fields.ts'
import type { SignUpField } from '../../domain/sign-up.ts'

export const SIGN_UP_LABELS = {
  firstName: PROFILE_FIELDS.first_name.label,
  lastName: PROFILE_FIELDS.last_name.label,
  latinFirstName: PROFILE_FIELDS.latin_first_name.label,
  latinLastName: PROFILE_FIELDS.latin_last_name.label,
  address1: 'Address line 1',
  address2: 'Address line 2',
  postCode: 'Postcode',
  country: 'Country',
  occupation: PROFILE_FIELDS.occupation.label,
  nhs: PROFILE_FIELDS.nhs_number.label,
  gender: PROFILE_FIELDS.gender.label,
  ethnicity: PROFILE_FIELDS.ethnicity.label,
  dateOfBirth: PROFILE_FIELDS.date_of_birth.label,
  phoneNumber: PROFILE_FIELDS.phone.label,
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
} satisfies Record<SignUpField, string>

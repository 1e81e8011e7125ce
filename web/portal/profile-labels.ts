import { LATIN_LABELS } from '../../domain/latin-names.ts'
import type { ProfileField } from '../../domain/profile.ts'

export const PROFILE_LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  ...LATIN_LABELS,
  gender: 'Gender',
  date_of_birth: 'Date of birth',
  ethnicity: 'Ethnicity',
  occupation: 'Occupation',
  phone: 'Phone number',
  home_address: 'Home address',
  billing_address: 'Billing address',
  nhs_number: 'NHS number',
} satisfies Record<ProfileField, string>

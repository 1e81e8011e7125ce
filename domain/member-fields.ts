// The fields of a member that people type, once: the column of each, its label on forms, and the characters of a text.
import { MAX_ADDRESS_LINES } from './postal-address.ts'

export type MemberField = { column: string; label: string; max?: number }

export const PERSON_FIELDS = {
  first_name: { column: 'firstName', label: 'First name', max: 80 },
  last_name: { column: 'lastName', label: 'Last name', max: 80 },
  latin_first_name: { column: 'latinFirstName', label: 'First name in Latin letters', max: 80 },
  latin_last_name: { column: 'latinLastName', label: 'Last name in Latin letters', max: 80 },
  gender: { column: 'gender', label: 'Gender' },
  date_of_birth: { column: 'dateOfBirth', label: 'Date of birth' },
} as const

const NHS_NUMBER = { column: 'nhsNumber', label: 'NHS number' } as const
/** Who the member is (domain/identity.ts). */
export const IDENTITY_FIELDS = { ...PERSON_FIELDS, nhs_number: NHS_NUMBER } as const
const BILLING_ADDRESS = { column: 'billingAddress', label: 'Billing address', max: 400 } as const

/** What a member enters in the portal, in the order of its form. */
export const PROFILE_FIELDS = {
  ...PERSON_FIELDS,
  ethnicity: { column: 'ethnicity', label: 'Ethnicity' },
  occupation: { column: 'occupation', label: 'Occupation', max: 120 },
  phone: { column: 'phone', label: 'Phone number', max: 30 },
  home_address: { column: 'homeAddress', label: 'Home address', max: 400 },
  billing_address: BILLING_ADDRESS,
  nhs_number: NHS_NUMBER,
} as const satisfies Record<string, MemberField>
export type ProfileField = keyof typeof PROFILE_FIELDS

/** In characters, of each line of an address. */
export const ADDRESS_LINE_LENGTH = 120

/** What the office enters of a member, in the order of its form. */
export const CONTACT_FIELDS = {
  ...PERSON_FIELDS,
  nhs_number: NHS_NUMBER,
  care_of: { column: 'careOf', label: 'Care of (name of the person or place)', max: 120 },
  staff_may_open: { column: 'staffMayOpen', label: 'May the staff there open letters?' },
  address_lines: {
    column: 'addressLines',
    label: 'House and street',
    max: MAX_ADDRESS_LINES * ADDRESS_LINE_LENGTH,
  },
  town: { column: 'town', label: 'Town', max: 80 },
  postcode: { column: 'postcode', label: 'Postcode', max: 10 },
  billing_address: BILLING_ADDRESS,
  phone: { column: 'phone', label: 'Phone', max: PROFILE_FIELDS.phone.max },
  email: { column: 'email', label: 'Email address', max: 254 },
  contact_by: { column: 'contactBy', label: 'How to contact the member' },
  support_needs: { column: 'supportNeeds', label: 'Support needs' },
  support_note: { column: 'supportNote', label: 'More about support needs', max: 500 },
} as const satisfies Record<string, MemberField>
export type ContactField = keyof typeof CONTACT_FIELDS

import { LATIN_LABELS } from '../../../domain/latin-names.ts'
import type { DoubleReason } from '../../../domain/office/doubles.ts'

export const CONTACT_LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  ...LATIN_LABELS,
  gender: 'Gender',
  date_of_birth: 'Date of birth',
  nhs_number: 'NHS number',
  care_of: 'Care of (name of the person or place)',
  staff_may_open: 'May the staff there open letters?',
  address_lines: 'House and street',
  town: 'Town',
  postcode: 'Postcode',
  billing_address: 'Billing address',
  phone: 'Phone',
  email: 'Email address',
  contact_by: 'How to contact the member',
  support_needs: 'Support needs',
  support_note: 'More about support needs',
}
export type ContactField = keyof typeof CONTACT_LABELS

export const DOUBLE_WORDS: Record<DoubleReason, string> = {
  nhs_number: 'NHS number',
  first_name: 'first name',
  last_name: 'last name',
  date_of_birth: 'date of birth',
  postcode: 'postcode',
}

/** Of the API's names, in either case: 'first_name' and 'firstName'. */
export function fieldName(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const label = Object.entries(CONTACT_LABELS).find(([name]) => name === words)?.[1]
  return label ?? OTHER_LABELS[words] ?? words.replaceAll('_', ' ')
}

export function fieldNames(fields: readonly string[]): string {
  return fields.map((field) => fieldName(field)).join(', ')
}

const OTHER_LABELS: Record<string, string> = {
  home_address: 'Home address',
  nhs_confirmed_at: 'NHS number confirmed',
  proven_phone: 'Phone number confirmed',
  ethnicity: 'Ethnicity',
  occupation: 'Occupation',
}

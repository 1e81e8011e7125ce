import { mapValues } from '../../../domain/fields.ts'
import { CONTACT_FIELDS, PROFILE_FIELDS } from '../../../domain/member-fields.ts'
import type { DoubleReason } from '../../../domain/office/duplicates.ts'

export const DOUBLE_WORDS: Record<DoubleReason, string> = {
  nhs_number: 'NHS number',
  first_name: 'first name',
  last_name: 'last name',
  date_of_birth: 'date of birth',
  postcode: 'postcode',
}

const LABELS: Record<string, string> = {
  ...mapValues(PROFILE_FIELDS, ({ label }) => label),
  ...mapValues(CONTACT_FIELDS, ({ label }) => label),
  nhs_confirmed_at: 'NHS number confirmed',
  proven_phone: 'Phone number confirmed',
}

/** Of the API's names, in either case: 'first_name' and 'firstName'. */
export function fieldName(field: string): string {
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return LABELS[name] ?? name.replaceAll('_', ' ')
}

export function fieldNames(fields: readonly string[]): string {
  return fields.map((field) => fieldName(field)).join(', ')
}

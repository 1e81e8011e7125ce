import { mapValues } from '../../../domain/fields.ts'
import { CONTACT_FIELDS, PROFILE_FIELDS } from '../../../domain/member-fields.ts'
import { type DoubleReason, isSame } from '../../../domain/office/duplicates.ts'

const DOUBLE_WORDS: Record<DoubleReason, string> = {
  nhs_number: 'NHS number',
  first_name: 'first name',
  last_name: 'last name',
  date_of_birth: 'date of birth',
  postcode: 'postcode',
}

type Names = Record<'first_name' | 'last_name', string>

/** 'last name, date of birth, similar first name'. */
export function commonWords(common: readonly DoubleReason[], one: Names, other: Names): string {
  const isSimilar = (reason: DoubleReason) =>
    (reason === 'first_name' || reason === 'last_name') && !isSame(one[reason], other[reason])
  const same = common.filter((reason) => !isSimilar(reason)).map((reason) => DOUBLE_WORDS[reason])
  const similar = common.filter(isSimilar).map((reason) => `similar ${DOUBLE_WORDS[reason]}`)
  return [...same, ...similar].join(', ')
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

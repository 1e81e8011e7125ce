// Likely doubles of a member.
import { comparable } from '../fold-text.ts'
import { likenessOf } from './spelling-keys.ts'

export const DOUBLE_REASONS = [
  'nhs_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'postcode',
] as const
export type DoubleReason = (typeof DOUBLE_REASONS)[number]

/** `nhs_number` may be any key that equals only for the same number. */
export type Person = Record<'first_name' | 'last_name' | 'date_of_birth', string> &
  Record<'nhs_number' | 'postcode', string | null>

const ENOUGH_WITHOUT_NUMBER = 3

/**
 * What two records have in common when they may be of one person, else nothing: the NHS number, or
 * three of first name, last name, date of birth and postcode. Names that are alike count as common.
 * Never of two different NHS numbers.
 */
export function whyDuplicates(one: Person, other: Person): DoubleReason[] {
  const isCommon = (field: DoubleReason) =>
    isSame(one[field], other[field]) ||
    (isName(field) && likenessOf(one[field], other[field]) !== null)
  const common = DOUBLE_REASONS.filter(isCommon)
  if (common.includes('nhs_number')) return common
  if (one.nhs_number !== null && other.nhs_number !== null) return []
  return common.length >= ENOUGH_WITHOUT_NUMBER ? common : []
}

/** Without regard to case, accents, spaces and signs; never of nothing. */
export function isSame(one: string | null, other: string | null): boolean {
  const value = comparable(one)
  return value !== '' && value === comparable(other)
}

function isName(field: DoubleReason): field is 'first_name' | 'last_name' {
  return field === 'first_name' || field === 'last_name'
}

// Likely doubles of a member.
import { foldText } from '../fold-text.ts'

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
 * three of first name, last name, date of birth and postcode. Never of two different NHS numbers.
 */
export function whyDuplicates(one: Person, other: Person): DoubleReason[] {
  const isSame = (field: DoubleReason) => {
    const value = comparable(one[field])
    return value !== '' && value === comparable(other[field])
  }
  const common = DOUBLE_REASONS.filter(isSame)
  if (common.includes('nhs_number')) return common
  if (one.nhs_number !== null && other.nhs_number !== null) return []
  return common.length >= ENOUGH_WITHOUT_NUMBER ? common : []
}

/** Without case, accents, spaces and signs: 'O’Neill' and 'O Neill' are one name. */
export function comparable(value: string | null): string {
  return foldText(value ?? '').replace(/[^\p{L}\p{N}]/gu, '')
}

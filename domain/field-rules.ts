// Each rule returns the error of a field, or null (rules §2.2).
import { isScreeningAge } from './age.ts'
import { isNhsNumber, onlyNhsDigits } from './nhs-number.ts'
import { isCalendarDate } from './uk-time.ts'

export const REQUIRED = 'This field is required.'

export function nhsNumberError(typed: string): string | null {
  const digits = onlyNhsDigits(typed)
  if (digits === null) return 'Please enter only digits (max 10).'
  return isNhsNumber(digits) ? null : 'NHS number must be 10 digits.'
}

/** Both dates 'YYYY-MM-DD'. */
export function dateOfBirthError(dob: string, today: string): string | null {
  if (/^(\d{1,3}|0\d{3})-/.test(dob)) return 'Year must have 4 digits, for example 1960.'
  if (!isCalendarDate(dob)) return 'Date of birth must be a real date, for example 27 3 1965.'
  if (dob > today) return 'Date of birth cannot be later than today.'
  if (isScreeningAge(dob, today)) return null
  return 'You must be between 40 and 80 years old to register.'
}

export function lengthError(typed: string, maxLength: number): string | null {
  return typed.trim().length > maxLength ? `Please use ${maxLength} characters or fewer.` : null
}

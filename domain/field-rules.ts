// Field rules shared by sign-up and profile (spec §5); '' is an empty field.
import { isScreeningAge } from './age.ts'
import { isNhsNumber, onlyNhsDigits } from './nhs-number.ts'
import { isCalendarDate } from './uk-time.ts'

export const REQUIRED = 'This field is required.'

/** Returns the error of a typed NHS number, or null. */
export function nhsNumberError(typed: string): string | null {
  const digits = onlyNhsDigits(typed)
  if (digits === null) return 'Please enter only digits (max 10).'
  return isNhsNumber(digits) ? null : 'NHS number must be 10 digits.'
}

/** The error, or null; the age must be 40 to 80. Both dates 'YYYY-MM-DD'. */
export function dateOfBirthError(dob: string, today: string): string | null {
  if (!isCalendarDate(dob)) return 'Date of birth must be a real date, for example 27 3 1965.'
  if (dob > today) return 'Date of birth cannot be later than today.'
  if (isScreeningAge(dob, today)) return null
  return 'You must be between 40 and 80 years old to register.'
}

/** Returns the error of a text longer than `longest` characters, or null. */
export function lengthError(typed: string, longest: number): string | null {
  return typed.trim().length > longest ? `Please use ${longest} characters or fewer.` : null
}

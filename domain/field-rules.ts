// What sign-up and the edited profile hold the same fields to (spec §5); '' is an empty field.
import { isScreeningAge } from './age.ts'
import { isNhsNumber, onlyNhsDigits } from './nhs-number.ts'
import { isCalendarDate } from './uk-time.ts'

export const REQUIRED = 'This field is required.'

/** What is wrong with an NHS number as it was typed, or null. */
export function nhsNumberError(typed: string): string | null {
  const digits = onlyNhsDigits(typed)
  if (digits === null) return 'Please enter only digits (max 10).'
  return isNhsNumber(digits) ? null : 'NHS number must be 10 digits.'
}

/** What is wrong with a date of birth, both 'YYYY-MM-DD', or null: it must be of a man of 40 to 80. */
export function dateOfBirthError(dob: string, today: string): string | null {
  if (!isCalendarDate(dob)) return 'Date of birth must be a real date, for example 27 3 1965.'
  if (dob > today) return 'Date of birth cannot be later than today.'
  if (isScreeningAge(dob, today)) return null
  return 'You must be between 40 and 80 years old to register.'
}

/** What to say of a text of more than `longest` characters, else null. */
export function lengthError(typed: string, longest: number): string | null {
  return typed.trim().length > longest ? `Please use ${longest} characters or fewer.` : null
}

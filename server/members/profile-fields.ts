import { isScreeningAge } from '../../domain/age.ts'
import { isCalendarDate, ukDate } from '../../domain/uk-time.ts'
import { plainText } from '../http/plain-text.ts'
import { Refused } from '../http/refused.ts'

/** The field as plain text; throws Refused invalid_request when empty. */
export function requiredField(field: string, typed: string): string {
  const plain = plainText(typed)
  if (plain === '') throw invalidField(field, 'This field is required.')
  return plain
}

/** Throws Refused: invalid_request for an invalid date, age_out_of_range. */
export function checkDateOfBirth(dateOfBirth: string, now: Date): void {
  if (!isCalendarDate(dateOfBirth)) {
    throw invalidField('date_of_birth', 'Date of birth must be a real date, for example 27 3 1965.')
  }
  if (!isScreeningAge(dateOfBirth, ukDate(now))) throw new Refused('age_out_of_range')
}

export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

export function invalidField(field: string, message: string): Refused {
  return new Refused('invalid_request', { fields: [{ field, message }] })
}

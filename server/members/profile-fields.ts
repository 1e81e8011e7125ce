import { isScreeningAge } from '../../domain/age.ts'
import { isCalendarDate, ukDate } from '../../domain/uk-time.ts'
import { plainText } from '../http/plain-text.ts'
import { Refused } from '../http/refused.ts'

/** What was typed into a field that may not stay empty, as plain text; else Refused invalid_request. */
export function requiredField(field: string, typed: string): string {
  const plain = plainText(typed)
  if (plain === '') throw invalidField(field, 'This field is required.')
  return plain
}

/**
 * The age is asked again here, because a browser can be told anything. Throws Refused
 * invalid_request for a day that is on no calendar, age_out_of_range outside 40 to 80.
 */
export function checkDateOfBirth(dateOfBirth: string, now: Date): void {
  if (!isCalendarDate(dateOfBirth)) {
    throw invalidField('date_of_birth', 'Date of birth must be a real date, for example 27 3 1965.')
  }
  if (!isScreeningAge(dateOfBirth, ukDate(now))) throw new Refused('age_out_of_range')
}

/** Whether two e-mail addresses are the same, as sign-in sees them. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** Refused with what is wrong with one field, in the shape that forms show. */
export function invalidField(field: string, message: string): Refused {
  return new Refused('invalid_request', { fields: [{ field, message }] })
}

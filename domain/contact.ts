// Codes and messages match the form-submission service, so that either can answer (spec §8).
import { isEmailAddress, normaliseEmail } from './email-address.ts'
import { nameError } from './person-name.ts'

export const CONTACT_FIELDS = [
  { name: 'first-name', label: 'First name', maxLength: 80 },
  { name: 'last-name', label: 'Last name', maxLength: 80 },
  { name: 'email', label: 'Email', maxLength: 254 },
  { name: 'phone-number', label: 'Phone number', maxLength: 30 },
  { name: 'message', label: 'Message', maxLength: 5_000 },
] as const

export type ContactField = (typeof CONTACT_FIELDS)[number]['name']
export const PERSON_NAMES: readonly string[] = ['first-name', 'last-name'] satisfies ContactField[]
export type ContactForm = Record<ContactField, string>

export type ContactError = { field: ContactField; code: ContactErrorCode; message: string }
type ContactErrorCode =
  | 'REQUIRED_FIELD_MISSING'
  | 'REQUIRED_FIELD_EMPTY'
  | 'TYPE_TEXT'
  | 'TYPE_EMAIL'

/** A form submitted without script, with its errors, to render again. */
export type FilledForm = {
  values: Readonly<Record<string, string | undefined>>
  errors: readonly { field: string; message: string }[]
  problem: string | null
}

/** Returns all errors in field order; empty when the form is valid. */
export function contactErrors(form: Readonly<Record<string, unknown>>): ContactError[] {
  return CONTACT_FIELDS.flatMap(({ name, maxLength }) => {
    const error = fieldError(name, Object.hasOwn(form, name) ? form[name] : undefined, maxLength)
    return error ? [{ field: name, ...error }] : []
  })
}

function fieldError(
  name: ContactField,
  value: unknown,
  maxLength: number,
): Omit<ContactError, 'field'> | null {
  if (value === undefined) return { code: 'REQUIRED_FIELD_MISSING', message: 'is required' }
  if (typeof value !== 'string') return { code: 'TYPE_TEXT', message: 'must be text' }
  if (value.trim() === '') return { code: 'REQUIRED_FIELD_EMPTY', message: 'is required' }
  if (value.trim().length > maxLength) {
    const most = maxLength.toLocaleString('en-GB')
    return { code: 'TYPE_TEXT', message: `must be ${most} characters or fewer` }
  }
  if (PERSON_NAMES.includes(name) && nameError(value)) {
    return { code: 'TYPE_TEXT', message: 'must be a name without a web or email address' }
  }
  if (name === 'email' && !isEmailAddress(normaliseEmail(value))) {
    return { code: 'TYPE_EMAIL', message: 'must be an email address, like name@example.org' }
  }
  return null
}

export function contactErrorText(field: string, messages: readonly string[]): string {
  return `${contactLabel(field) ?? field} ${messages.join(', ')}`
}

export function contactLabel(field: string): string | undefined {
  return CONTACT_FIELDS.find(({ name }) => name === field)?.label
}

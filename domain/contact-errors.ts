// What is wrong with a message to the charity; apart from its fields, so that a page loads it only to send.
import { CONTACT_FIELDS, type ContactError, type ContactField, PERSON_NAMES } from './contact.ts'
import { isEmailAddress, normaliseEmail } from './email-address.ts'
import { nameError } from './person-name.ts'

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

// The contact form (spec §2, §3, §5), validated in the browser and on the server. Codes and
// messages match the form-submission service, so that either can answer (spec §8).
import { isEmailAddress, normaliseEmail } from './email-address.ts'

/** The required fields in form order; `most` is the maximum length in characters. */
export const CONTACT_FIELDS = [
  { name: 'first-name', label: 'First name', most: 80 },
  { name: 'last-name', label: 'Last name', most: 80 },
  { name: 'email', label: 'Email', most: 254 },
  { name: 'phone-number', label: 'Phone number', most: 30 },
  { name: 'message', label: 'Message', most: 5_000 },
] as const

export type ContactField = (typeof CONTACT_FIELDS)[number]['name']
export type ContactForm = Record<ContactField, string>

/** `message` follows the field's label. */
export type ContactFault = { field: ContactField; code: ContactFaultCode; message: string }
type ContactFaultCode =
  | 'REQUIRED_FIELD_MISSING'
  | 'REQUIRED_FIELD_EMPTY'
  | 'TYPE_TEXT'
  | 'TYPE_EMAIL'

/** A form submitted without script, with its errors, to render again. */
export type FilledForm = {
  values: Partial<ContactForm>
  faults: readonly ContactFault[]
  problem: string | null
}

/** Returns all errors in field order; empty when the form is valid. */
export function contactFaults(sent: Readonly<Record<string, unknown>>): ContactFault[] {
  return CONTACT_FIELDS.flatMap(({ name, most }) => {
    const fault = faultOf(name, Object.hasOwn(sent, name) ? sent[name] : undefined, most)
    return fault ? [{ field: name, ...fault }] : []
  })
}

function faultOf(name: ContactField, value: unknown, most: number) {
  if (value === undefined) return fault('REQUIRED_FIELD_MISSING', 'is required')
  if (typeof value !== 'string') return fault('TYPE_TEXT', 'must be text')
  if (value.trim() === '') return fault('REQUIRED_FIELD_EMPTY', 'is required')
  if (value.trim().length > most)
    return fault('TYPE_TEXT', `must be ${most.toLocaleString('en-GB')} characters or fewer`)
  if (name === 'email' && !isEmailAddress(normaliseEmail(value)))
    return fault('TYPE_EMAIL', 'must be an email address, like name@example.org')
  return null
}

function fault(code: ContactFaultCode, message: string) {
  return { code, message }
}

/** The text below a field: its label and all its messages (spec §5). */
export function faultWords(field: string, messages: readonly string[]): string {
  return `${contactLabel(field) ?? field} ${messages.join(', ')}`
}

export function contactLabel(field: string): string | undefined {
  return CONTACT_FIELDS.find(({ name }) => name === field)?.label
}

// Codes and messages match the form-submission service, so that either can answer.

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

export function contactErrorText(field: string, messages: readonly string[]): string {
  return `${contactLabel(field) ?? field} ${messages.join(', ')}`
}

export function contactLabel(field: string): string | undefined {
  return CONTACT_FIELDS.find(({ name }) => name === field)?.label
}

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

/** By when a complaint about the use of personal data is acknowledged (domain/office/complaints.ts). */
export const ACKNOWLEDGE_WITHIN_DAYS = 30

/** The value of `about` in a form that complains about the use of personal data. */
export const DATA_COMPLAINT = 'data'

export function isDataComplaint(form: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(form, 'about') && form.about === DATA_COMPLAINT
}

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

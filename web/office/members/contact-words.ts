import { GENDERS } from '../../../domain/choices.ts'
import { dateOfBirthError, lengthError, REQUIRED } from '../../../domain/field-rules.ts'
import type { MemberChange, OfficeMember } from '../../../domain/office/member-shapes.ts'
import { slashDate } from '../../../domain/uk-time.ts'
import type { FieldError } from '../../ui/error-summary.tsx'

export const CONTACT_LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  gender: 'Gender',
  date_of_birth: 'Date of birth',
  phone: 'Telephone',
  home_address: 'Home address',
  billing_address: 'Billing address',
}
type ContactField = keyof typeof CONTACT_LABELS
export type ContactForm = Record<ContactField, string>

const FIELDS = [
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
  'phone',
  'home_address',
  'billing_address',
] as const satisfies ContactField[]

const MAX_LENGTH = {
  first_name: 80,
  last_name: 80,
  gender: 80,
  date_of_birth: 10,
  phone: 30,
  home_address: 400,
  billing_address: 400,
}

export function contactFormOf(member: OfficeMember): ContactForm {
  return {
    ...member,
    home_address: inOneLine(member.home_address),
    billing_address: inOneLine(member.billing_address ?? ''),
  }
}

export function readContact(typed: FormData): ContactForm {
  const text = (field: ContactField) => {
    const value = typed.get(field)
    return typeof value === 'string' ? inOneLine(value) : ''
  }
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    gender: text('gender'),
    date_of_birth: text('date_of_birth'),
    phone: text('phone'),
    home_address: text('home_address'),
    billing_address: text('billing_address'),
  }
}

/** The age is checked only for a changed date of birth. */
export function contactErrors(
  form: ContactForm,
  { before, today }: { before: ContactForm; today: string },
): FieldError[] {
  return FIELDS.flatMap((field) => {
    const message = errorOf(field)
    return message === null ? [] : [{ field, message: `${CONTACT_LABELS[field]}: ${message}` }]
  })

  function errorOf(field: ContactField): string | null {
    const value = form[field]
    if (value === before[field]) return null
    if (value === '') return field === 'billing_address' ? null : REQUIRED
    if (field === 'date_of_birth') return dateOfBirthError(value, today)
    return lengthError(value, MAX_LENGTH[field])
  }
}

/** Only what was changed, so that a colleague's change of another field stays. */
export function contactChange(
  form: ContactForm,
  before: ContactForm,
): Omit<MemberChange, 'version' | 'reason'> {
  const isChanged = (field: ContactField) => form[field] !== before[field]
  const gender = GENDERS.find((known) => known === form.gender)
  return {
    ...(isChanged('first_name') && { first_name: form.first_name }),
    ...(isChanged('last_name') && { last_name: form.last_name }),
    ...(isChanged('gender') && gender && { gender }),
    ...(isChanged('date_of_birth') && { date_of_birth: form.date_of_birth }),
    ...(isChanged('phone') && { phone: form.phone }),
    ...(isChanged('home_address') && { home_address: form.home_address }),
    ...(isChanged('billing_address') && {
      billing_address: form.billing_address || form.home_address,
    }),
  }
}

/** What another person saved since `before`; `by` is a colleague's name, null for the member. */
export function meanwhileWords(
  by: string | null,
  { before, now }: { before: ContactForm; now: ContactForm },
): string {
  const other = FIELDS.filter((field) => before[field] !== now[field]).map((field) => {
    const value = field === 'date_of_birth' ? slashDate(now[field]) : now[field]
    return `${CONTACT_LABELS[field].toLowerCase()} is now “${value || 'nothing'}”`
  })
  const what = other.length > 0 ? `: ${other.join('; ')}` : ''
  return `${by ?? 'The member'} has changed this record meanwhile${what}. Nothing of yours is saved yet, and what you typed is still here. Save again to add it; a field that you did not touch keeps the new value.`
}

/** Of the API's names, in either case: 'first_name' and 'firstName'. */
export function fieldName(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const label = Object.entries(CONTACT_LABELS).find(([name]) => name === words)?.[1]
  return label ?? OTHER_LABELS[words] ?? words.replaceAll('_', ' ')
}

export function fieldNames(fields: readonly string[]): string {
  return fields.map((field) => fieldName(field)).join(', ')
}

const OTHER_LABELS: Record<string, string> = {
  nhs_number: 'NHS number',
  nhs_confirmed_at: 'NHS number confirmed',
  email: 'E-mail',
  ethnicity: 'Ethnicity',
  occupation: 'Occupation',
}

function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''))
  return lines.filter((line) => line !== '').join(', ')
}

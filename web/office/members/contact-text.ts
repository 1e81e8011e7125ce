import { GENDERS } from '../../../domain/choices.ts'
import {
  CONTACT_WAYS,
  type ContactWay,
  contactNeedText,
  missingForContact,
  SUPPORT_NEEDS,
} from '../../../domain/contact-and-support.ts'
import { isEmailAddress } from '../../../domain/email-address.ts'
import {
  dateOfBirthError,
  lengthError,
  nhsNumberError,
  REQUIRED,
} from '../../../domain/field-rules.ts'
import { mapValues, namesOf, pickIf } from '../../../domain/fields.ts'
import {
  type LatinField,
  type LatinNames,
  latinFieldsOf,
  latinNameError,
} from '../../../domain/latin-names.ts'
import {
  CONTACT_FIELDS,
  type ContactField,
  type MemberField,
} from '../../../domain/member-fields.ts'
import { onlyNhsDigits } from '../../../domain/nhs-number.ts'
import type { MemberChange, OfficeMember } from '../../../domain/office/member-schemas.ts'
import { nameError } from '../../../domain/person-name.ts'
import { MAX_ADDRESS_LINES, readPostcode } from '../../../domain/postal-address.ts'
import { slashDate } from '../../../domain/uk-time.ts'
import type { FieldError } from '../../ui/error-summary.tsx'

/** Empty fields are ''; several lines or support needs are divided by line breaks. */
export type ContactForm = Record<ContactField, string>

const FIELDS = namesOf(CONTACT_FIELDS)

const REQUIRED_FIELDS: readonly ContactField[] = [
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
]

/** The NHS number is never shown: '' leaves it as it is. */
export function contactFormOf(member: OfficeMember): ContactForm {
  return {
    ...mapValues(CONTACT_FIELDS, (_, field) => textOf(member[field])),
    nhs_number: '',
    billing_address: inOneLine(member.billing_address ?? ''),
  }
}

function textOf(value: string | readonly string[] | boolean | null): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value?.join('\n') ?? ''
}

export function emptyContactForm(): ContactForm {
  return { ...mapValues(CONTACT_FIELDS, () => ''), gender: 'Male' }
}

export function readContact(typed: FormData): ContactForm {
  return mapValues(CONTACT_FIELDS, (_, field) => {
    if (field === 'support_needs') return typed.getAll(field).join('\n')
    const value = typed.get(field)
    if (typeof value !== 'string') return ''
    return field === 'address_lines' ? linesIn(value).join('\n') : inOneLine(value)
  })
}

/** The age is checked only for a changed date of birth; `again` is the NHS number's second field. */
export function contactErrors(
  form: ContactForm,
  { before, today, again }: { before: ContactForm; today: string; again: string },
): FieldError[] {
  return FIELDS.flatMap((field) => {
    const message = errorOf(field)
    return message === null
      ? []
      : [{ field, message: `${CONTACT_FIELDS[field].label}: ${message}` }]
  })

  function errorOf(field: ContactField): string | null {
    const value = form[field]
    if (field === 'contact_by' && value === '') return 'Choose one.'
    if (field === missing(form)) return needText(form)
    if (field === 'latin_first_name' || field === 'latin_last_name') return latinError(field)
    if (value === '') return REQUIRED_FIELDS.includes(field) ? REQUIRED : null
    if (value === before[field]) return null
    if (field === 'date_of_birth') return dateOfBirthError(value, today)
    if (field === 'nhs_number') return nhsNumberError(value) ?? differenceOf(value, again)
    if (field === 'email') return isEmailAddress(value) ? null : EMAIL
    if (field === 'postcode') return readPostcode(value) ? null : POSTCODE
    if (field === 'address_lines' && linesIn(value).length > MAX_ADDRESS_LINES)
      return 'Use three lines or fewer.'
    const isName = field === 'first_name' || field === 'last_name'
    const { max = Number.POSITIVE_INFINITY }: MemberField = CONTACT_FIELDS[field]
    return (isName ? nameError(value) : null) ?? lengthError(value, max)
  }

  /** A record of before may be saved without; a name that is typed now may not. */
  function latinError(field: LatinField): string | null {
    if (!latinFieldsOf(form).includes(field)) return null
    const isRequired = form[NAME_OF[field]] !== before[NAME_OF[field]]
    return latinNameError(form[field], { isRequired })
  }
}

const NAME_OF = { latin_first_name: 'first_name', latin_last_name: 'last_name' } as const
const EMAIL = 'Enter an email address, for example name@example.org.'
const POSTCODE = 'Enter a postcode, for example CO1 1AA.'

function differenceOf(number: string, again: string): string | null {
  return onlyNhsDigits(number) === onlyNhsDigits(again) ? null : 'Both numbers must be the same.'
}

function missing(form: ContactForm): ContactField | null {
  const contact_by = contactWayOf(form)
  if (!contact_by) return 'contact_by'
  return missingForContact({ ...form, contact_by, address_lines: linesIn(form.address_lines) })
}

function needText(form: ContactForm): string {
  return contactNeedText({ contact_by: contactWayOf(form) ?? 'email', phone: form.phone })
}

function contactWayOf(form: ContactForm): ContactWay | undefined {
  return CONTACT_WAYS.find((way) => way === form.contact_by)
}

/** Only what was changed, so that a colleague's change of another field stays. */
export function contactChange(
  form: ContactForm,
  before: ContactForm,
): Omit<MemberChange, 'version' | 'reason'> {
  const isChanged = (field: ContactField) => form[field] !== before[field]
  const gender = GENDERS.find((known) => known === form.gender)
  const contact_by = contactWayOf(form)
  const values = {
    ...mapValues(CONTACT_FIELDS, (_, field) => form[field] || null),
    first_name: form.first_name,
    last_name: form.last_name,
    gender,
    date_of_birth: form.date_of_birth,
    nhs_number: onlyNhsDigits(form.nhs_number),
    staff_may_open: form.staff_may_open === '' ? null : form.staff_may_open === 'yes',
    address_lines: linesIn(form.address_lines),
    billing_address: form.billing_address || addressOf(form),
    phone: form.phone,
    contact_by,
    support_needs: SUPPORT_NEEDS.filter((need) => linesIn(form.support_needs).includes(need)),
  }
  const isSent = (field: ContactField) =>
    isChanged(field) && !(field in NAME_OF) && values[field] !== undefined
  return { ...pickIf(values, isSent), ...latinChange() }

  /** Of a part that is asked for, and sent with a changed name even where it stays. */
  function latinChange(): LatinNames {
    const sent = latinFieldsOf(form).filter(
      (field) => isChanged(field) || isChanged(NAME_OF[field]),
    )
    return Object.fromEntries(sent.map((field) => [field, form[field].trim() || null]))
  }
}

/** What another person saved since `before`; `by` is a colleague's name, null for the member. */
export function meanwhileText(
  by: string | null,
  { before, now }: { before: ContactForm; now: ContactForm },
): string {
  const other = FIELDS.filter((field) => before[field] !== now[field]).map((field) => {
    const value = field === 'date_of_birth' ? slashDate(now[field]) : inOneLine(now[field])
    return `${CONTACT_FIELDS[field].label.toLowerCase()} is now ‘${value || 'nothing'}’`
  })
  const what = other.length > 0 ? `: ${other.join('; ')}` : ''
  return `${by ?? 'The member'} has changed this record while you were working on it${what}. Your changes have not been saved, but they are still here. Save again to add them. Fields you did not change keep the new value.`
}

function addressOf({ address_lines, town, postcode }: ContactForm): string {
  return [...linesIn(address_lines), town, postcode].filter((part) => part !== '').join(', ')
}

function linesIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''))
  return lines.filter((line) => line !== '')
}

function inOneLine(text: string): string {
  return linesIn(text).join(', ')
}

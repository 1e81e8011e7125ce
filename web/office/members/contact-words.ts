import { GENDERS } from '../../../domain/choices.ts'
import {
  CONTACT_WAYS,
  type ContactWay,
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
import {
  type LatinField,
  type LatinNames,
  latinFieldsOf,
  latinNameError,
} from '../../../domain/latin-names.ts'
import { onlyNhsDigits } from '../../../domain/nhs-number.ts'
import type { MemberChange, OfficeMember } from '../../../domain/office/member-shapes.ts'
import { nameError } from '../../../domain/person-name.ts'
import { MAX_ADDRESS_LINES, readPostcode } from '../../../domain/postal-address.ts'
import { slashDate } from '../../../domain/uk-time.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { CONTACT_LABELS, type ContactField } from './contact-labels.ts'

/** Empty fields are ''; several lines or support needs are divided by line breaks. */
export type ContactForm = Record<ContactField, string>

const FIELDS = Object.keys(CONTACT_LABELS).filter(isContactField)

const MAX_LENGTH: Record<ContactField, number> = {
  first_name: 80,
  last_name: 80,
  latin_first_name: 80,
  latin_last_name: 80,
  gender: 80,
  date_of_birth: 10,
  nhs_number: 12,
  care_of: 120,
  staff_may_open: 3,
  address_lines: 360,
  town: 80,
  postcode: 10,
  billing_address: 400,
  phone: 30,
  email: 254,
  contact_by: 20,
  support_needs: 200,
  support_note: 500,
}
const REQUIRED_FIELDS: readonly ContactField[] = [
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
]

/** The NHS number is never shown: '' leaves it as it is. */
export function contactFormOf(member: OfficeMember): ContactForm {
  return {
    ...member,
    latin_first_name: member.latin_first_name ?? '',
    latin_last_name: member.latin_last_name ?? '',
    nhs_number: '',
    care_of: member.care_of ?? '',
    staff_may_open: member.staff_may_open === null ? '' : member.staff_may_open ? 'yes' : 'no',
    address_lines: member.address_lines.join('\n'),
    town: member.town ?? '',
    postcode: member.postcode ?? '',
    billing_address: inOneLine(member.billing_address ?? ''),
    email: member.email ?? '',
    support_needs: member.support_needs.join('\n'),
    support_note: member.support_note ?? '',
  }
}

export function emptyContactForm(): ContactForm {
  const empty = (field: ContactField) => (field === 'gender' ? 'Male' : '')
  return fromFields(empty)
}

export function readContact(typed: FormData): ContactForm {
  return fromFields((field) => {
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
    return message === null ? [] : [{ field, message: `${CONTACT_LABELS[field]}: ${message}` }]
  })

  function errorOf(field: ContactField): string | null {
    const value = form[field]
    if (field === 'contact_by' && value === '') return 'Choose one.'
    if (field === missing(form)) return 'We need this for the way of contact you chose.'
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
    return (isName ? nameError(value) : null) ?? lengthError(value, MAX_LENGTH[field])
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
  return {
    ...(isChanged('first_name') && { first_name: form.first_name }),
    ...(isChanged('last_name') && { last_name: form.last_name }),
    ...latinChange(),
    ...(isChanged('gender') && gender && { gender }),
    ...(isChanged('date_of_birth') && { date_of_birth: form.date_of_birth }),
    ...(isChanged('nhs_number') && { nhs_number: onlyNhsDigits(form.nhs_number) }),
    ...(isChanged('care_of') && { care_of: form.care_of || null }),
    ...(isChanged('staff_may_open') && {
      staff_may_open: form.staff_may_open === '' ? null : form.staff_may_open === 'yes',
    }),
    ...(isChanged('address_lines') && { address_lines: linesIn(form.address_lines) }),
    ...(isChanged('town') && { town: form.town || null }),
    ...(isChanged('postcode') && { postcode: form.postcode || null }),
    ...(isChanged('billing_address') && {
      billing_address: form.billing_address || addressOf(form),
    }),
    ...(isChanged('phone') && { phone: form.phone }),
    ...(isChanged('email') && { email: form.email || null }),
    ...(isChanged('contact_by') && contact_by && { contact_by }),
    ...(isChanged('support_needs') && {
      support_needs: SUPPORT_NEEDS.filter((need) => linesIn(form.support_needs).includes(need)),
    }),
    ...(isChanged('support_note') && { support_note: form.support_note || null }),
  }

  /** Of a part that is asked for, and sent with a changed name even where it stays. */
  function latinChange(): LatinNames {
    const sent = latinFieldsOf(form).filter(
      (field) => isChanged(field) || isChanged(NAME_OF[field]),
    )
    return Object.fromEntries(sent.map((field) => [field, form[field].trim() || null]))
  }
}

/** What another person saved since `before`; `by` is a colleague's name, null for the member. */
export function meanwhileWords(
  by: string | null,
  { before, now }: { before: ContactForm; now: ContactForm },
): string {
  const other = FIELDS.filter((field) => before[field] !== now[field]).map((field) => {
    const value = field === 'date_of_birth' ? slashDate(now[field]) : inOneLine(now[field])
    return `${CONTACT_LABELS[field].toLowerCase()} is now ‘${value || 'nothing'}’`
  })
  const what = other.length > 0 ? `: ${other.join('; ')}` : ''
  return `${by ?? 'The member'} has changed this record while you were working on it${what}. Your changes have not been saved, but they are still here. Save again to add them. Fields you did not change keep the new value.`
}

function isContactField(name: string): name is ContactField {
  return name in CONTACT_LABELS
}

function fromFields(value: (field: ContactField) => string): ContactForm {
  return {
    first_name: value('first_name'),
    last_name: value('last_name'),
    latin_first_name: value('latin_first_name'),
    latin_last_name: value('latin_last_name'),
    gender: value('gender'),
    date_of_birth: value('date_of_birth'),
    nhs_number: value('nhs_number'),
    care_of: value('care_of'),
    staff_may_open: value('staff_may_open'),
    address_lines: value('address_lines'),
    town: value('town'),
    postcode: value('postcode'),
    billing_address: value('billing_address'),
    phone: value('phone'),
    email: value('email'),
    contact_by: value('contact_by'),
    support_needs: value('support_needs'),
    support_note: value('support_note'),
  }
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

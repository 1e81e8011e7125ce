import { expect, test } from 'vitest'
import { supportInWords } from '../../../domain/contact-and-support.ts'
import { mapValues, namesOf } from '../../../domain/fields.ts'
import { CONTACT_FIELDS } from '../../../domain/member-fields.ts'
import { fieldNames } from './contact-labels.ts'
import {
  type ContactForm,
  contactChange,
  contactErrors,
  meanwhileText,
  readContact,
} from './contact-text.ts'
import { changeText } from './history-text.ts'

const BEFORE: ContactForm = {
  first_name: 'Ann',
  last_name: 'Carter',
  latin_first_name: '',
  latin_last_name: '',
  gender: 'Male',
  date_of_birth: '1930-05-14',
  phone: '07700 900118',
  nhs_number: '',
  care_of: '',
  staff_may_open: '',
  address_lines: '1 Mill Lane',
  town: 'Lewes',
  postcode: 'BN7 1AA',
  billing_address: '',
  email: 'ann@example.org',
  contact_by: 'email',
  support_needs: 'carer',
  support_note: '',
}

test('only changed fields are sent, and an emptied billing address is the home address', () => {
  expect(contactChange(BEFORE, BEFORE)).toEqual({})
  expect(contactChange({ ...BEFORE, phone: '07700 900119' }, BEFORE)).toEqual({
    phone: '07700 900119',
  })
  const billed = { ...BEFORE, billing_address: '2 High Street' }
  expect(contactChange({ ...billed, billing_address: '' }, billed)).toEqual({
    billing_address: '1 Mill Lane, Lewes, BN7 1AA',
  })
  const other = { ...BEFORE, address_lines: 'The Barn\n1 Mill Lane', support_needs: '', town: '' }
  expect(contactChange(other, BEFORE)).toEqual({
    address_lines: ['The Barn', '1 Mill Lane'],
    support_needs: [],
    town: null,
  })
})

test('a change of any field is sent under its name, and of no other', () => {
  const typed: ContactForm = {
    ...mapValues(CONTACT_FIELDS, (_, field) => `${BEFORE[field]}x`),
    gender: 'Female',
    contact_by: 'post',
  }
  for (const field of namesOf(CONTACT_FIELDS)) {
    if (field === 'latin_first_name' || field === 'latin_last_name') continue
    const changed = { ...BEFORE, [field]: typed[field] }
    expect(Object.keys(contactChange(changed, BEFORE))).toEqual([field])
  }
})

test('the house and street are lines, the billing address one', () => {
  const typed = new FormData()
  for (const field of ['address_lines', 'billing_address'])
    typed.set(field, ' 1 Mill Lane,\n\n Lewes \n')
  for (const need of ['bsl', 'carer']) typed.append('support_needs', need)
  expect(readContact(typed)).toMatchObject({
    address_lines: '1 Mill Lane\nLewes',
    billing_address: '1 Mill Lane, Lewes',
    support_needs: 'bsl\ncarer',
  })
})

test('support needs are read with their note', () => {
  expect(supportInWords(['bsl', 'other'], 'reads lips')).toBe(
    'British Sign Language, Something else: reads lips',
  )
  expect(supportInWords([], null)).toBe('')
})

test('what was not changed is no error, whatever the age', () => {
  const check = (form: ContactForm, again = '') =>
    contactErrors(form, { before: BEFORE, today: '2026-11-22', again })
  expect(check(BEFORE)).toEqual([])
  expect(check({ ...BEFORE, contact_by: 'sms', phone: '', date_of_birth: '2020-01-01' })).toEqual([
    {
      field: 'date_of_birth',
      message: 'Date of birth: You must be between 40 and 80 years old to register.',
    },
    { field: 'phone', message: 'Phone: We need this for the way of contact you chose.' },
  ])
  expect(check({ ...BEFORE, contact_by: '' })).toEqual([
    {
      field: 'contact_by',
      message: 'How to contact the member: Choose one.',
    },
  ])
  const wrong = { ...BEFORE, postcode: 'Lewes', nhs_number: '9990000018', email: 'ann' }
  expect(check(wrong).map(({ field }) => field)).toEqual(['nhs_number', 'postcode', 'email'])
  expect(check({ ...BEFORE, nhs_number: '9990000018' }, '999 000 0018')).toEqual([])
  expect(check({ ...BEFORE, address_lines: 'a\nb\nc\nd' })).toMatchObject([
    { field: 'address_lines' },
  ])
})

test('a clerk reads who changed what meanwhile', () => {
  const now = { ...BEFORE, phone: '07700 900200', date_of_birth: '1931-05-14' }
  const words = meanwhileText('Jo Clerk', { before: BEFORE, now })
  expect(words).toMatch(
    /^Jo Clerk has changed .*: date of birth is now ‘14\/05\/1931’; phone is now ‘07700 900200’\./,
  )
  expect(meanwhileText(null, { before: BEFORE, now: BEFORE })).toMatch(
    /^The member has changed this record while you were working on it\./,
  )
})

test('the history names fields in plain words', () => {
  expect(fieldNames(['first_name', 'nhsNumber', 'updatedAt'])).toBe(
    'First name, NHS number, updated at',
  )
  expect(
    changeText({
      changed: ['lastName', 'ethnicity'],
      before: { last_name: 'Carter' },
      after: { last_name: 'Carver' },
    }),
  ).toEqual(['Last name: changed from Carter to Carver', 'Changed: Ethnicity'])
})

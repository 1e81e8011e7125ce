import { expect, test } from 'vitest'
import {
  type ContactForm,
  contactChange,
  contactErrors,
  fieldNames,
  meanwhileWords,
  readContact,
} from './contact-words.ts'
import { changeWords } from './history-words.ts'

const BEFORE: ContactForm = {
  first_name: 'Ann',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1930-05-14',
  phone: '07700 900118',
  home_address: '1 Mill Lane, Lewes',
  billing_address: '',
}

test('only changed fields are sent, and an emptied billing address is the home address', () => {
  expect(contactChange(BEFORE, BEFORE)).toEqual({})
  expect(contactChange({ ...BEFORE, phone: '07700 900119' }, BEFORE)).toEqual({
    phone: '07700 900119',
  })
  const billed = { ...BEFORE, billing_address: '2 High Street' }
  expect(contactChange({ ...billed, billing_address: '' }, billed)).toEqual({
    billing_address: '1 Mill Lane, Lewes',
  })
})

test('addresses are read in one line', () => {
  const typed = new FormData()
  typed.set('home_address', ' 1 Mill Lane,\n\n Lewes \n')
  expect(readContact(typed).home_address).toBe('1 Mill Lane, Lewes')
})

test('what was not changed is no error, whatever the age', () => {
  const check = (form: ContactForm) => contactErrors(form, { before: BEFORE, today: '2026-11-22' })
  expect(check(BEFORE)).toEqual([])
  expect(check({ ...BEFORE, phone: '', date_of_birth: '2020-01-01' })).toEqual([
    {
      field: 'date_of_birth',
      message: 'Date of birth: You must be between 40 and 80 years old to register.',
    },
    { field: 'phone', message: 'Telephone: This field is required.' },
  ])
})

test('a clerk reads who changed what meanwhile', () => {
  const now = { ...BEFORE, phone: '07700 900200', date_of_birth: '1931-05-14' }
  const words = meanwhileWords('Jo Clerk', { before: BEFORE, now })
  expect(words).toMatch(
    /^Jo Clerk has changed .*: date of birth is now “14\/05\/1931”; telephone is now “07700 900200”\./,
  )
  expect(meanwhileWords(null, { before: BEFORE, now: BEFORE })).toMatch(
    /^The member has changed this record meanwhile\./,
  )
})

test('the history names fields in plain words', () => {
  expect(fieldNames(['first_name', 'nhsNumber', 'updatedAt'])).toBe(
    'First name, NHS number, updated at',
  )
  expect(
    changeWords({
      changed: ['lastName', 'ethnicity'],
      before: { last_name: 'Carter' },
      after: { last_name: 'Carver' },
    }),
  ).toEqual(['Last name: Carter became Carver', 'Changed: Ethnicity'])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesOf } from './fields.ts'
import {
  homeAddressOf,
  profileOf,
  SIGN_UP_FIELDS,
  SIGN_UP_STEPS,
  type SignUpForm,
  signUpErrors,
} from './sign-up.ts'

const TODAY = '2027-01-16'
const USER = '7d3f5c1e-3b52-4c56-9d0c-0a6f1f0f8c11'
const AGE = 'You must be between 40 and 80 years old to register.'
const DIGITS = 'Please enter only digits (max 10).'

const complete: SignUpForm = {
  firstName: 'Alan James',
  lastName: 'Sample',
  address1: '12 High Street',
  address2: '',
  town: '',
  postCode: 'CO1 1PJ',
  country: 'United Kingdom',
  occupation: '',
  nhs: '',
  gender: 'Male',
  ethnicity: 'White - British',
  dateOfBirth: '1967-06-15',
  phoneNumber: '447700900123',
  email: 'alan@example.org',
  password: 'tractor-river',
  confirmPassword: 'tractor-river',
}

describe('the errors of a sign-up form', () => {
  test('none, when every required field is filled in', () => {
    expect(signUpErrors(complete, TODAY)).toEqual([])
  })

  test('every required field of an empty form, in form order', () => {
    const empty: SignUpForm = { ...complete }
    for (const field of namesOf(SIGN_UP_FIELDS)) empty[field] = ' '
    expect(signUpErrors(empty, TODAY)).toEqual(
      [
        ['firstName', 'Enter your first name.'],
        ['lastName', 'Enter your last name.'],
        ['dateOfBirth', 'Enter your date of birth.'],
        ['gender', 'Choose your gender.'],
        ['ethnicity', 'Choose your ethnicity. You can choose ‘Not stated’.'],
        ['address1', 'Enter the first line of your address.'],
        ['postCode', 'Enter your postcode.'],
        ['country', 'Choose your country.'],
        ['phoneNumber', 'Enter your phone number.'],
        ['email', 'Enter your email address.'],
        ['password', 'Enter a password.'],
        ['confirmPassword', 'Enter the password again.'],
      ].map(([field, message]) => ({ field, message })),
    )
  })

  test.each([
    ['39 years old', { dateOfBirth: '1987-01-17' }, 'dateOfBirth', AGE],
    ['81 years old today', { dateOfBirth: '1946-01-16' }, 'dateOfBirth', AGE],
    ['born today', { dateOfBirth: TODAY }, 'dateOfBirth', AGE],
    [
      'born tomorrow',
      { dateOfBirth: '2027-01-17' },
      'dateOfBirth',
      'Date of birth cannot be later than today.',
    ],
    [
      'born on a day that was none',
      { dateOfBirth: '1967-02-30' },
      'dateOfBirth',
      'Date of birth must be a real date, for example 27 3 1965.',
    ],
    [
      'born in some year',
      { dateOfBirth: '1967' },
      'dateOfBirth',
      'Date of birth must be a real date, for example 27 3 1965.',
    ],
    ['letters in the NHS number', { nhs: '999 100 OOO3' }, 'nhs', DIGITS],
    ['eleven digits', { nhs: '99910000031' }, 'nhs', DIGITS],
    ['nine digits', { nhs: '999 100 000' }, 'nhs', 'NHS number must be 10 digits.'],
    [
      'a password of five characters',
      { password: 'river', confirmPassword: 'river' },
      'password',
      'Please use a longer password.',
    ],
    [
      'passwords that differ',
      { confirmPassword: 'tractor' },
      'confirmPassword',
      'Passwords do not match',
    ],
    [
      'passwords that differ in case',
      { confirmPassword: 'Tractor-river' },
      'confirmPassword',
      'Passwords do not match',
    ],
    ['a country that is not offered', { country: 'Atlantis' }, 'country', 'Choose your country.'],
    [
      'an ethnicity that is not offered',
      { ethnicity: 'Choose one' },
      'ethnicity',
      'Choose your ethnicity. You can choose ‘Not stated’.',
    ],
    [
      'half a postcode',
      { postCode: 'CO4' },
      'postCode',
      'Enter a full postcode, for example CO4 3SQ.',
    ],
    [
      'half an Eircode',
      { country: 'Ireland', postCode: 'D02' },
      'postCode',
      'Enter your Eircode, for example D02 X285.',
    ],
    [
      'an Eircode in the United Kingdom',
      { postCode: 'D02 X285' },
      'postCode',
      'This is an Eircode. Choose Ireland as your country, or enter a UK postcode.',
    ],
    [
      'a UK postcode in Ireland',
      { country: 'Ireland' },
      'postCode',
      'This is a UK postcode. Choose United Kingdom as your country, or enter your Eircode.',
    ],
    ['a gender that is not offered', { gender: 'male' }, 'gender', 'Choose your gender.'],
    [
      'a name longer than is kept',
      { firstName: 'a'.repeat(81) },
      'firstName',
      'Please use 80 characters or fewer.',
    ],
  ] as const)('%s', (_situation, changes, field, message) => {
    expect(signUpErrors({ ...complete, ...changes }, TODAY)).toEqual([{ field, message }])
  })

  test.each([
    ['40 years old today', { dateOfBirth: '1987-01-16' }],
    ['80 years old for one more day', { dateOfBirth: '1946-01-17' }],
    ['an NHS number with spaces', { nhs: '999 100 0003' }],
    ['an NHS number with a wrong check digit, which only advises', { nhs: '9991234567' }],
    ['a password of six characters', { password: 'rivers', confirmPassword: 'rivers' }],
    [
      'living in Ireland',
      { country: 'Ireland', postCode: 'd02x285', phoneNumber: '+353 1 234 5678' },
    ],
    ['a postcode in small letters', { postCode: 'co43sq' }],
    ['a postcode with the letter O', { postCode: 'OX1 OAA' }],
  ])('%s is accepted', (_situation, changes) => {
    expect(signUpErrors({ ...complete, ...changes }, TODAY)).toEqual([])
  })

  test('several errors together', () => {
    const faulty = { ...complete, nhs: 'x', dateOfBirth: '2001-01-01', confirmPassword: 'other' }
    expect(signUpErrors(faulty, TODAY).map(({ message }) => message)).toEqual([
      AGE,
      DIGITS,
      'Passwords do not match',
    ])
  })
})

describe('the profile of a sign-up form', () => {
  test('is trimmed, its e-mail in lower case, its address in one line', () => {
    const typed = {
      ...complete,
      firstName: ' Alan James ',
      address2: ' Flat 2 ',
      occupation: ' Baker ',
      nhs: '999 000-0018',
      email: ' Alan@Example.ORG ',
    }
    expect(profileOf(typed, USER)).toEqual({
      user_id: USER,
      first_name: 'Alan James',
      last_name: 'Sample',
      gender: 'Male',
      date_of_birth: '1967-06-15',
      ethnicity: 'White - British',
      occupation: 'Baker',
      phone: '447700900123',
      email: 'alan@example.org',
      home_address: '12 High Street, Flat 2, CO1 1PJ, United Kingdom',
      nhs_number: '9990000018',
    })
  })

  test('has null for empty fields', () => {
    const profile = profileOf(complete, USER)
    expect([profile.occupation, profile.nhs_number]).toEqual([null, null])
    expect(homeAddressOf(complete)).toBe('12 High Street, CO1 1PJ, United Kingdom')
  })

  test('has the town and the postcode as letters have them', () => {
    const address = (changes: Partial<SignUpForm>) => homeAddressOf({ ...complete, ...changes })
    expect(address({ town: ' Colchester ', postCode: 'co43sq' })).toBe(
      '12 High Street, Colchester, CO4 3SQ, United Kingdom',
    )
    expect(address({ town: 'Cork', postCode: 't12x70a', country: 'Ireland' })).toBe(
      '12 High Street, Cork, T12 X70A, Ireland',
    )
  })

  test('each field is asked for in one step', () => {
    const fields = SIGN_UP_STEPS.flatMap(({ fields }): readonly string[] => fields)
    expect(fields).toEqual(namesOf(SIGN_UP_FIELDS))
  })

  test('is refused for a form with errors', () => {
    expect(() => profileOf({ ...complete, gender: '' }, USER)).toThrow()
    expect(() => profileOf({ ...complete, nhs: '123' }, USER)).toThrow()
  })

  test('is accepted for every form without errors', () => {
    const text = fc.string({ maxLength: 160 })
    const anyText = fc.record({
      firstName: text,
      lastName: text,
      address1: text,
      address2: text,
      town: text,
      postCode: fc.constantFrom('co11pj', 'CO1 1PJ', 'CO1'),
      occupation: text,
      nhs: fc.stringMatching(/^[0-9 -]{0,13}$/),
      phoneNumber: fc.string({ maxLength: 40 }),
      email: text,
    })
    fc.assert(
      fc.property(anyText, (typed) => {
        const form = { ...complete, ...typed }
        if (signUpErrors(form, TODAY).length > 0) return
        expect(profileOf(form, USER).last_name).toBe(form.lastName.trim())
      }),
      { numRuns: 300 },
    )
  })
})

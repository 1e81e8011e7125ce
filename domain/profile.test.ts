import { describe, expect, test } from 'vitest'
import { ProfileUpdateSchema, type UserProfile } from './contract.ts'
import { namesOf } from './fields.ts'
import { PROFILE_FIELDS } from './member-fields.ts'
import {
  changedNhsNumber,
  type ProfileForm,
  profileErrors,
  profileFormOf,
  profileUpdateOf,
} from './profile.ts'

const today = '2027-01-16'
const before: UserProfile = {
  profileId: 1048,
  firstName: 'Alan James',
  lastName: 'Sample',
  gender: 'Male',
  dateOfBirth: '1967-06-15',
  ethnicity: 'White - British',
  occupation: null,
  phone: '447700900123',
  email: 'alan@example.org',
  homeAddress: '12 High Street, Colchester, CO1 1PJ, United Kingdom',
  billingAddress: null,
  nhsNumber: '9990000018',
  isVerified: false,
  isActive: true,
}
const complete: ProfileForm = { ...profileFormOf(before), billing_address: '12 High Street' }
const errorsOf = (changes: Partial<ProfileForm>, member = before) =>
  profileErrors({ ...complete, ...changes }, { before: member, today })

describe('the errors of an edited profile', () => {
  test('none, when every required field is filled in', () => {
    expect(errorsOf({})).toEqual([])
    expect(errorsOf({ date_of_birth: '', nhs_number: ' ', occupation: '' })).toEqual([])
  })

  test('every required field of an empty form, in form order', () => {
    const empty = { ...complete }
    for (const field of namesOf(PROFILE_FIELDS)) empty[field] = ' '
    expect(errorsOf(empty)).toEqual(
      ['first_name', 'last_name', 'phone', 'home_address', 'billing_address'].map((field) => ({
        field,
        message: 'This field is required.',
      })),
    )
  })

  test.each([
    ['nhs_number', '999 000', 'NHS number must be 10 digits.'],
    ['nhs_number', 'none', 'Please enter only digits (max 10).'],
    ['date_of_birth', '1967-02-30', 'Date of birth must be a real date, for example 27 3 1965.'],
    ['date_of_birth', '2027-01-17', 'Date of birth cannot be later than today.'],
    ['date_of_birth', '1987-01-17', 'You must be between 40 and 80 years old to register.'],
    ['phone', '4'.repeat(31), 'Please use 30 characters or fewer.'],
    ['home_address', 'a'.repeat(401), 'Please use 400 characters or fewer.'],
  ] as const)('%s %s', (field, typed, message) => {
    expect(errorsOf({ [field]: typed })).toEqual([{ field, message }])
  })

  test('not the age of a member who has turned 81, while the date of birth stays', () => {
    const old = { ...before, dateOfBirth: '1946-01-16' }
    expect(errorsOf({ date_of_birth: '1946-01-16' }, old)).toEqual([])
    expect(errorsOf({ date_of_birth: '1946-01-15' }, old)).toHaveLength(1)
  })
})

describe('an edited profile is sent', () => {
  test('with every field in the server’s format', () => {
    const sent = profileUpdateOf({ ...complete, first_name: ' Alan ' })
    const isLatin = (field: string) => field.startsWith('latin_')
    const others = namesOf(PROFILE_FIELDS).filter((field) => !isLatin(field))
    expect(Object.keys(sent).sort()).toEqual(others.sort())
    expect(sent).toMatchObject({ first_name: 'Alan', nhs_number: '9990000018', occupation: null })
    expect(ProfileUpdateSchema.safeParse(sent).success).toBe(true)
  })

  test('with the lines of an address joined by commas', () => {
    const typed = { billing_address: '2 Old Street,\r\n York \n\nYO1 9RL' }
    expect(profileUpdateOf({ ...complete, ...typed }).billing_address).toBe(
      '2 Old Street, York, YO1 9RL',
    )
  })

  test('with null for emptied fields', () => {
    const emptied = { occupation: ' ', nhs_number: '', date_of_birth: '' }
    expect(profileUpdateOf({ ...complete, ...emptied })).toMatchObject({
      occupation: null,
      nhs_number: null,
      date_of_birth: null,
    })
  })
})

test.each([
  ['as it is', '999 000 0018', null],
  ['another', '999 000 0026', '9990000026'],
  ['taken away', ' ', null],
  ['not finished', '999 000', null],
  ['no number', 'abc', null],
])('an NHS number that is %s has to be typed twice: %s', (_, typed, number) => {
  expect(changedNhsNumber(typed, before)).toBe(number)
})

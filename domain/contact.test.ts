import { describe, expect, test } from 'vitest'
import { contactErrorText } from './contact.ts'
import { contactErrors } from './contact-errors.ts'
import { whyNotSubscribe } from './newsletter.ts'

const whole = {
  'first-name': 'James',
  'last-name': 'Marlow',
  email: 'james@example.org',
  'phone-number': '07700 900118',
  message: 'Is there parking?',
}

describe('the contact form', () => {
  test('has no errors when it is filled in', () => {
    expect(contactErrors(whole)).toEqual([])
  })

  test('needs all five fields, in their order', () => {
    const errors = contactErrors({})
    expect(errors.map(({ field }) => field)).toEqual(Object.keys(whole))
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['REQUIRED_FIELD_MISSING']))
  })

  test.each([
    ['first-name', '  ', 'REQUIRED_FIELD_EMPTY', 'First name is required'],
    ['message', '\n', 'REQUIRED_FIELD_EMPTY', 'Message is required'],
    ['phone-number', 7, 'TYPE_TEXT', 'Phone number must be text'],
    ['last-name', 'a'.repeat(81), 'TYPE_TEXT', 'Last name must be 80 characters or fewer'],
    ['message', 'a'.repeat(5001), 'TYPE_TEXT', 'Message must be 5,000 characters or fewer'],
    [
      'email',
      'james@example',
      'TYPE_EMAIL',
      'Email must be an email address, like name@example.org',
    ],
  ])('%s of %j is %s', (field, value, code, words) => {
    const [error, ...more] = contactErrors({ ...whole, [field]: value })
    expect(error).toMatchObject({ field, code })
    expect(contactErrorText(field, [error?.message ?? ''])).toBe(words)
    expect(more).toEqual([])
  })

  test('accepts an address with capitals and surrounding spaces, and texts of maximum length', () => {
    const long = { ...whole, email: ' James@Example.ORG ', message: 'a'.repeat(5000) }
    expect(contactErrors(long)).toEqual([])
  })

  test('several messages about one field are joined', () => {
    expect(contactErrorText('email', ['is required', 'is odd'])).toBe('Email is required, is odd')
  })
})

test.each([
  ['', 'a@example.org', 'name_and_email_required'],
  ['James', ' ', 'name_and_email_required'],
  ['James', 'a@example', 'email_address_invalid'],
  ['James', `${'a'.repeat(250)}@example.org`, 'email_address_invalid'],
  ['James', ' A@Example.org ', null],
])('a subscription of %j with %j is refused as %s', (name, email, reason) => {
  expect(whyNotSubscribe({ name, email })).toBe(reason)
})

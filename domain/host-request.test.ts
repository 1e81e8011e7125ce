import { expect, test } from 'vitest'
import { type HostRequest, hostRequestErrors, hostRequestText } from './host-request.ts'

const whole: HostRequest = {
  day: 'A Saturday in March',
  place: 'Village Hall, Diss',
  men: '60',
  payer: 'host',
  'first-name': 'James',
  'last-name': 'Marlow',
  email: 'james@example.org',
  'phone-number': '07700 900118',
  message: '',
}

test('a whole request has no errors, with or without anything else', () => {
  expect(hostRequestErrors(whole)).toEqual([])
  expect(hostRequestErrors({ ...whole, message: 'There is a car park.' })).toEqual([])
})

test('an empty form names each field that it needs, in the order of the form', () => {
  const fields = hostRequestErrors({}).map(({ field }) => field)
  expect(fields).toEqual([
    ...['day', 'place', 'men', 'payer'],
    ...['first-name', 'last-name', 'email', 'phone-number'],
  ])
})

test.each([
  ['men', '0'],
  ['men', '-5'],
  ['men', '2001'],
  ['men', 'about sixty'],
  ['men', '1e3'],
  ['payer', 'nobody'],
  ['payer', 'toString'],
  ['day', 'x'.repeat(201)],
  ['place', ' '],
  ['email', 'james at home'],
  ['message', 'x'.repeat(4_001)],
])('a form whose %s is %j is sent back', (field, value) => {
  const errors = hostRequestErrors({ ...whole, [field]: value })
  expect(errors.map((error) => error.field)).toEqual([field])
})

test('the office reads what is asked for line by line', () => {
  expect(hostRequestText({ ...whole, message: 'There is a car park.' }).split('\n')).toEqual([
    'Request to host a day',
    'Day: A Saturday in March',
    'Place: Village Hall, Diss',
    'How many men: 60',
    'Who pays: The host, for every man',
    '',
    'There is a car park.',
  ])
})

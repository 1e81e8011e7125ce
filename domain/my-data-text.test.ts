import { expect, test } from 'vitest'
import { fieldText, linesOf, valueText } from './my-data-text.ts'

test.each([
  ['sample_date', 'Sample date'],
  ['numberOfPsaTest', 'Which PSA test this was'],
  ['whichGpToCall', 'Which GP to call'],
  ['nhs_number_confirmed_at', 'NHS number confirmed at'],
  ['amount_pence', 'Amount'],
  ['aud', 'Kind of account'],
  ['told_at', 'Sent at'],
])('%s is called %s', (field, words) => {
  expect(fieldText(field)).toBe(words)
})

test.each([
  ['phone', null, null],
  ['terms', true, 'Yes'],
  ['amount_pence', -2500, '-£25.00'],
  ['results', 2, '2'],
  ['given_at', '2027-01-16T10:20:00.000Z', '10:20 on Saturday 16 January 2027'],
  ['sample_date', '2027-01-16', '16 January 2027'],
  ['words_version', '2026-11-01', '2026-11-01'],
  ['nhs_number', '9990000018', '999 000 0018'],
  ['relatives', ['Father', 'Uncle'], 'Father, Uncle'],
  ['relatives', [], null],
  ['terms_version', '2026-11-27', '2026-11-27'],
  ['aud', 'authenticated', 'Member'],
  [
    'factors',
    [{ phone: '07700 900118', sub: 'a1' }],
    'Phone: 07700 900118; Number of the account: a1',
  ],
])('%s %j reads %s', (field, value, words) => {
  expect(valueText(field, value)).toBe(words)
})

test('fields of a field are called after both, and what holds nothing is left out', () => {
  const record = {
    first_name: 'James',
    occupation: null,
    support_needs: [],
    before: {},
    answers: { medicationHistory: 'None', nhs_number: '9990000018' },
    answer_of_provider: { raw: 1 },
  }
  expect(linesOf(record)).toEqual([
    ['First name', 'James'],
    ['Answers: medicines', 'None'],
    ['Answers: NHS number', '999 000 0018'],
    ['Answer of provider', 'In the file that you can download'],
  ])
})

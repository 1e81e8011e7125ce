import { expect, test } from 'vitest'
import { fieldText, valueText } from './my-data-text.ts'

test.each([
  ['sample_date', 'Sample date'],
  ['numberOfPsaTest', 'Number of PSA test'],
  ['nhs_number_confirmed_at', 'NHS number confirmed at'],
  ['amount_pence', 'Amount'],
])('%s is called %s', (field, words) => {
  expect(fieldText(field)).toBe(words)
})

test.each([
  ['phone', null, 'Not given'],
  ['terms', true, 'Yes'],
  ['amount_pence', -2500, '-£25.00'],
  ['results', 2, '2'],
  ['given_at', '2027-01-16T10:20:00.000Z', '10:20 on Saturday 16 January 2027'],
  ['sample_date', '2027-01-16', '16 January 2027'],
  ['words_version', '2026-11-01', '2026-11-01'],
  ['nhs_number', '9990000018', '999 000 0018'],
  ['relatives', ['Father', 'Uncle'], 'Father, Uncle'],
  ['relatives', [], 'None'],
  ['before', {}, 'None'],
  ['before', { a: 1 }, null],
])('%s %j reads %s', (field, value, words) => {
  expect(valueText(field, value)).toBe(words)
})

import { expect, test } from 'vitest'
import { resultText, unitInWords } from './result-text.ts'

const appointment = {
  event_name: 'Colchester PSA screening',
  product_name: 'PSA blood test',
  event_date: '2026-09-19',
  appointment_id: 7,
}
const result = {
  test_result: '0.84',
  test_unit: 'ng/ml',
  comments: 'Please have a test again in 2 years.',
  sample_date: '2026-09-20',
  result_id: 17,
  band: null,
  next_step: ' You do not need to do anything now. ',
  laboratory: null,
  retest_on: null,
}
const steps: [] = []

test('a result of an appointment is ready, with all recorded values', () => {
  expect(resultText({ appointment, result, steps })).toEqual({
    event: 'Colchester PSA screening',
    product: 'PSA blood test',
    badges: ['Lab result ready'],
    value: { result: '0.84', unit: 'ng/ml' },
    comments: 'Please have a test again in 2 years.',
    nextStep: 'You do not need to do anything now.',
    testDate: '2026-09-20',
    outcome: null,
  })
})

test('an appointment without a result has its badge and date', () => {
  expect(resultText({ appointment, result: null, steps })).toMatchObject({
    badges: ['No lab result'],
    value: null,
    comments: null,
    testDate: '2026-09-19',
  })
})

test('a record without a number is no result, but has its comment', () => {
  const unread = { ...result, test_result: ' ', comments: 'The lab could not read this sample.' }
  expect(resultText({ appointment, result: unread, steps })).toMatchObject({
    badges: ['No lab result'],
    value: null,
    comments: 'The lab could not read this sample.',
  })
})

test('an outcome without a number and a withdrawal have their own words', () => {
  const kindOf = (more: object) =>
    resultText({ appointment, result: { ...result, test_result: null, ...more }, steps }).outcome
      ?.kind
  expect(kindOf({ outcome: 'lost' })).toBe('The sample was lost')
  expect(kindOf({ withdrawn: true })).toBe('The laboratory withdrew this result')
  expect(kindOf({})).toBeUndefined()
  expect(kindOf({ test_result: '0.84', outcome: 'lost' })).toBeUndefined()
})

test('a result without an appointment is ready and not linked, under the usual names', () => {
  expect(
    resultText({ appointment: null, result: { ...result, test_unit: null }, steps }),
  ).toMatchObject({
    event: 'CHAPS Testing Event',
    product: 'Total PSA Test',
    badges: ['Lab result ready', 'Appointment not linked'],
    value: { result: '0.84', unit: null },
  })
})

test('an empty record still has its badges', () => {
  expect(resultText({ appointment: null, result: null, steps })).toMatchObject({
    badges: ['No lab result', 'Appointment not linked'],
    testDate: null,
  })
})

test.each([
  ['ng/ml', 'nanograms of PSA in each millilitre of your blood'],
  ['ng/mL', 'nanograms of PSA in each millilitre of your blood'],
  ['µg/L', 'micrograms of PSA in each litre of your blood'],
  ['%', null],
  [null, null],
])('the unit %j counts %j', (unit, words) => {
  expect(unitInWords(unit)).toBe(words)
})

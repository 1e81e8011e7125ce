import { expect, test } from 'vitest'
import { outcomeOf } from './read-values.ts'

test.each([
  ['Haemolysed', 'haemolysed'],
  ['Sample grossly hemolyzed - please repeat', 'haemolysed'],
  ['Insufficient sample for analysis', 'insufficient'],
  ['No name on sample', 'unlabelled'],
  ['Leaked in transit', 'leaked'],
  ['Sample too old', 'too_old'],
  ['Wrong tube: EDTA', 'wrong_tube'],
  ['Sample not received', 'lost'],
  ['Sample not processed', 'not_processed'],
])('%j is %s', (text, outcome) => {
  expect(outcomeOf(text)).toBe(outcome)
})

test.each([
  'No haemolysis',
  'Non-haemolysed',
  'Not haemolysed',
  'Haemolysis absent',
  'Slight haemolysis',
  'Result delayed',
  'Not yet processed',
  'Delayed in the post but stable, analysis under way',
  'previous cancelled request noted',
  '0.45 haemolysed',
  'Haemolysis index 3',
  '?haemolysed',
  'Result to follow',
  '',
])('%j gives no outcome', (text) => {
  expect(outcomeOf(text)).toBeNull()
})

test('the list of the laboratory counts first, by the whole text', () => {
  const own = { 'QNS-2': 'insufficient', 'Haemolysed (slight)': 'not_processed' } as const
  expect(outcomeOf('qns-2', own)).toBe('insufficient')
  expect(outcomeOf('HAEMOLYSED (SLIGHT)', own)).toBe('not_processed')
  expect(outcomeOf('no QNS-2', own)).toBeNull()
})

import { expect, test } from 'vitest'
import { factorText } from './result-text.ts'

test('an earlier value is compared only where both are plain numbers in one unit', () => {
  const now = { value: '3.06', unit: 'ng/mL' }
  expect(factorText(now, { value: '0.9', unit: 'ng/mL' })).toBe('3.4 times it')
  expect(factorText(now, { value: '<0.9', unit: 'ng/mL' })).toBe('')
  expect(factorText(now, { value: '0.9', unit: 'ug/L' })).toBe('')
  expect(factorText(now, { value: '0', unit: 'ng/mL' })).toBe('')
  expect(factorText({ value: null, unit: null }, now)).toBe('')
})

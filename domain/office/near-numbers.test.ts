import { expect, test } from 'vitest'
import { nearNumber } from './near-numbers.ts'

test('one other digit, or two neighbours swapped, is near', () => {
  expect(nearNumber('999 000 0019', '9990000018')).toBe('one_digit')
  expect(nearNumber('8990000018', '9990000018')).toBe('one_digit')
  expect(nearNumber('999-000-0081', '9990000018')).toBe('two_swapped')
})

test('the same number, two other digits, a distant swap and another length are not', () => {
  for (const written of ['9990000018', '9990000026', '9980000019', '999000018', 'NOT KNOWN', ''])
    expect(nearNumber(written, '9990000018')).toBeNull()
  expect(nearNumber('1230000000', '3210000000')).toBeNull()
})

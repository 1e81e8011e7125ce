import { describe, expect, test } from 'vitest'
import { pounds } from './money.ts'

describe('pence in pounds', () => {
  test.each([
    [2500, '£25.00'],
    [0, '£0.00'],
    [5, '£0.05'],
    [1999, '£19.99'],
    [125000, '£1,250.00'],
    [-2500, '-£25.00'],
  ])('%i pence is %s', (pence, shown) => {
    expect(pounds(pence)).toBe(shown)
  })

  test.each([[12.5], [Number.NaN], [Number.POSITIVE_INFINITY]])(
    '%d pence is a mistake',
    (pence) => {
      expect(() => pounds(pence)).toThrow(RangeError)
    },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupedTubeCode, readTubeCode, tubeCodeOf } from './tube-code.ts'

const label = fc.integer({ min: 1, max: 9_999_999 })

test('a label is read back, however it is typed', () => {
  expect(tubeCodeOf(1)).toBe('CHP00000015')
  fc.assert(
    fc.property(label, (n) => {
      const code = tubeCodeOf(n)
      expect(readTubeCode(code)).toBe(code)
      expect(
        readTubeCode(` ${code.slice(0, 3).toLowerCase()} ${code.slice(3, 7)}-${code.slice(7)}`),
      ).toBe(code)
    }),
  )
})

test('a wrong digit is seen', () => {
  fc.assert(
    fc.property(label, fc.nat({ max: 7 }), fc.integer({ min: 1, max: 9 }), (n, place, more) => {
      const code = tubeCodeOf(n)
      const digit = (Number(code[3 + place]) + more) % 10
      expect(readTubeCode(code.slice(0, 3 + place) + digit + code.slice(4 + place))).toBeNull()
    }),
  )
})

test('the groups on a label are read as the code', () => {
  expect(groupedTubeCode(tubeCodeOf(1))).toBe('CHP 0000 0015')
  expect(groupedTubeCode('AB1234')).toBe('AB1234')
  fc.assert(
    fc.property(label, (n) => {
      expect(readTubeCode(groupedTubeCode(tubeCodeOf(n)))).toBe(tubeCodeOf(n))
    }),
  )
})

test("a laboratory's code is taken in capitals, and what is no code is not", () => {
  expect(readTubeCode('ab 12-34')).toBe('AB1234')
  for (const text of ['', 'A1', 'CHP1', 'ÄB1234', 'A'.repeat(25)])
    expect(readTubeCode(text)).toBeNull()
})

test('there is no label beyond seven digits', () => {
  for (const n of [0, -1, 1.5, 10_000_000]) expect(() => tubeCodeOf(n)).toThrow(RangeError)
})

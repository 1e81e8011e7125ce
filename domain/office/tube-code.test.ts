import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupedTubeCode, plainTubeCode, readTubeCode, tubeCodeOf } from './tube-code.ts'
import { readTubePatterns } from './tube-patterns.ts'

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

test.each([
  ...['0816', '08:16', '08.16', '1042', '081600', '8.16am', '10H42', '1042HRS'],
  ...['261126', '26112026', '20261126', '26/11/2026', '26-11-26', '26NOV2026', '11SEPT1970'],
  ...['NONE', 'WALKIN', 'WALK-IN', 'BADCODE', 'UNKNOWN', '00000817', '12345', '9990000018'],
])('a time, a date, a word or a bare number is no tube: %s', (text) => {
  expect(readTubeCode(text)).toBeNull()
})

test('our label without CHP is completed, and refused with a wrong check digit', () => {
  expect(readTubeCode('0000 0015')).toBe('CHP00000015')
  expect(readTubeCode('00000816')).toBe('CHP00000816')
  expect(readTubeCode('00000016')).toBeNull()
  expect(plainTubeCode('00000015')).toBe('CHP00000015')
})

test('a laboratory takes our labels only, or codes that look as it says', () => {
  const own = { ownLabelsOnly: true, patterns: null }
  expect(readTubeCode('AB1234', own)).toBeNull()
  expect(readTubeCode('CHP00000015', own)).toBe('CHP00000015')
  const theirs = { ownLabelsOnly: false, patterns: 'LX######, ##########' }
  expect(readTubeCode('lx 123456', theirs)).toBe('LX123456')
  expect(readTubeCode('1234567890', theirs)).toBe('1234567890')
  expect(readTubeCode('LX12345', theirs)).toBeNull()
  expect(readTubeCode('AB1234', theirs)).toBeNull()
  expect(readTubeCode('CHP00000015', theirs)).toBe('CHP00000015')
})

test('a date is no tube also where the pattern of the laboratory would take it', () => {
  const theirs = { ownLabelsOnly: false, patterns: '######' }
  expect(readTubeCode('261126', theirs)).toBeNull()
  expect(readTubeCode('991199', theirs)).toBe('991199')
})

test('a pattern has six signs and three digits at least, and is not ours', () => {
  expect(readTubePatterns('lx######  @@####')).toEqual(['LX######', '@@####'])
  for (const text of ['', '####', '@@@@@@', 'CHP########', 'LX/####'])
    expect(readTubePatterns(text)).toBeNull()
})

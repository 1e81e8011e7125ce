import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttendanceAction } from './attendance.ts'
import {
  differsFromSlip,
  readSlipCode,
  slipCodeOf,
  slipOf,
  standingSlip,
  tubeOfSlip,
} from './slips.ts'
import { groupedTubeCode, plainTubeCode, readTubeCode, tubeCodeOf } from './tube-code.ts'
import { USUAL_TUBES } from './tube-patterns.ts'

const label = fc.integer({ min: 1, max: 9_999_999 })
const slip = (id: string, tube: string, minute: number): AttendanceAction => ({
  id,
  type: 'slip',
  at: new Date(Date.UTC(2027, 0, 12, 10, minute)),
  tube: null,
  reason: null,
  undoes: null,
  slip: tube,
})
const undo = (of: string): AttendanceAction => ({
  ...slip(`undo ${of}`, '', 59),
  type: 'undo',
  slip: null,
  undoes: of,
})

test('the label of a slip names its tube, however it is typed, and is on no tube', () => {
  fc.assert(
    fc.property(label, (n) => {
      const tube = tubeCodeOf(n)
      const code = slipCodeOf(tube)
      expect(code.startsWith('CHS')).toBe(true)
      expect(tubeOfSlip(groupedTubeCode(code).toLowerCase())).toBe(tube)
      expect(readSlipCode(code, USUAL_TUBES)).toBe(tube)
      expect([plainTubeCode(code), readTubeCode(code)]).toEqual([null, null])
    }),
  )
})

test('a wrong digit of a slip names no tube of ours', () => {
  fc.assert(
    fc.property(label, fc.nat({ max: 7 }), fc.integer({ min: 1, max: 9 }), (n, place, more) => {
      const code = slipCodeOf(tubeCodeOf(n))
      const digit = (Number(code[3 + place]) + more) % 10
      const wrong = code.slice(0, 3 + place) + digit + code.slice(4 + place)
      expect(tubeOfSlip(wrong)).toBeNull()
    }),
  )
})

test('a tube that is scanned twice is no slip', () => {
  expect(slipOf('CHP 0000 0015')).toBeNull()
  expect(readSlipCode('CHP00000015', USUAL_TUBES)).toBeNull()
  // Its digits alone, as a person types them from the slip.
  expect(readSlipCode('0000 0015', USUAL_TUBES)).toBe('CHP00000015')
})

test('a laboratory’s own code is the same on both', () => {
  expect(slipCodeOf('LX123456')).toBe('LX123456')
  expect(readSlipCode('lx 123456', USUAL_TUBES)).toBe('LX123456')
  expect(readSlipCode('a word', USUAL_TUBES)).toBeNull()
  expect(slipOf('https://chaps.example')).toBe('https://chaps.example')
})

test('the slip that was given last stands, unless it was undone', () => {
  const [first, second] = [slip('1', 'CHP00000015', 1), slip('2', 'CHP00000023', 2)]
  expect(standingSlip([])).toBeNull()
  expect(standingSlip([second, first])).toBe('CHP00000023')
  expect(standingSlip([first, second, undo('2')])).toBe('CHP00000015')
  expect(standingSlip([first, undo('1')])).toBeNull()
})

test.each([
  ['with the slip that was scanned', { tube: 'A1', slip: 'B2' }, { own: null, isOfOther: false }],
  ['with the slip that the member has', { tube: 'A1' }, { own: 'B2', isOfOther: false }],
  ['with both, which agree', { tube: 'A1', slip: 'B2' }, { own: 'B2', isOfOther: false }],
  ['with the slip of somebody else', { tube: 'A1', slip: 'A1' }, { own: null, isOfOther: true }],
])('a tube disagrees %s', (_, sample, slips) => {
  expect(differsFromSlip(sample, slips)).toBe(true)
})

test('a tube agrees with its slips, or where there is none', () => {
  const none = { own: null, isOfOther: false }
  expect(differsFromSlip({ tube: 'A1' }, none)).toBe(false)
  expect(differsFromSlip({ tube: 'A1', slip: 'A1' }, { ...none, own: 'A1' })).toBe(false)
  expect(differsFromSlip({ tube: null, slip: 'A1' }, { ...none, own: 'A1' })).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appointmentCodeOf, readAppointmentCode } from './appointment-code.ts'
import { readTubeCode } from './office/tube-code.ts'

const SYMBOLS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const plain = fc
  .array(fc.constantFrom(...SYMBOLS), { minLength: 8, maxLength: 8 })
  .map((symbols) => symbols.join(''))
const withHyphen = (text: string) => `${text.slice(0, 4)}-${text.slice(4)}`

test('a code is read back, whatever a scanner makes of its hyphens and capitals', () => {
  expect(appointmentCodeOf('K7QM-2XRD')).toBe('CHAPS-K7QM-2XRD-F')
  fc.assert(
    fc.property(plain, fc.constantFrom('-', 'ß', "'", ' ', ''), (reference, sign) => {
      const code = appointmentCodeOf(withHyphen(reference)).replaceAll('-', sign).toLowerCase()
      expect(readAppointmentCode(code)).toEqual({ reference })
    }),
  )
})

test('a wrong symbol of the reference is seen', () => {
  fc.assert(
    fc.property(plain, fc.nat({ max: 7 }), fc.constantFrom(...SYMBOLS), (right, place, symbol) => {
      fc.pre(right[place] !== symbol)
      const wrong = right.slice(0, place) + symbol + right.slice(place + 1)
      const check = appointmentCodeOf(right).at(-1)
      expect(readAppointmentCode(`CHAPS${wrong}${check}`)).toBe('misread')
    }),
  )
})

test('another text is none, and a confirmation is never the code of a tube', () => {
  for (const text of ['', 'K7QM-2XRD', 'CHP00000015', 'https://chaps.example'])
    expect(readAppointmentCode(text)).toBeNull()
  for (const text of ['CHAPS', 'CHAPS-', 'chaps2'])
    expect(readAppointmentCode(text)).toBe('misread')
  expect(readTubeCode(appointmentCodeOf('K7QM-2XRD'))).toBeNull()
  expect(readTubeCode('CHAPS-K7QM-2XRD-2')).toBeNull()
})

// The code on a tube: the charity's own labels end in a check digit, a laboratory's pre-printed
// ones are taken as they are.

import { readAppointmentCode } from '../appointment-code.ts'
import { checkSymbolOf } from '../check-symbol.ts'

const DIGITS = '0123456789'
const OUR_CODE = /^CHP\d{8}$/
const ANY_CODE = /^[A-Z0-9]{4,24}$/
const MOST_LABELS = 9_999_999

/** The code of the nth label: 'CHP', seven digits and their check digit. Throws RangeError. */
export function tubeCodeOf(label: number): string {
  if (!Number.isInteger(label) || label < 1 || label > MOST_LABELS)
    throw new RangeError(`There is no label ${label}`)
  const digits = String(label).padStart(7, '0')
  return `CHP${digits}${checkSymbolOf(digits, DIGITS)}`
}

/** A typed or scanned code in capitals without spaces and hyphens; null for one that is misread. */
export function readTubeCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  if (!ANY_CODE.test(code) || readAppointmentCode(code) !== null) return null
  if (!code.startsWith('CHP')) return code
  return OUR_CODE.test(code) && checkSymbolOf(code.slice(3, -1), DIGITS) === code.at(-1)
    ? code
    : null
}

/** As people read it: 'CHP 0000 0015'; a laboratory's code as it is. */
export function groupedTubeCode(code: string): string {
  if (!OUR_CODE.test(code)) return code
  return [code.slice(0, 3), code.slice(3, 7), code.slice(7)].join(' ')
}

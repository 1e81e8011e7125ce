// The code on a tube: the charity's own labels end in a check digit, a laboratory's pre-printed
// ones look as the laboratory says. What is a time, a date or a word is no code.

import { readAppointmentCode } from '../appointment-code.ts'
import { checkSymbolOf } from '../check-symbol.ts'
import { isCalendarDate } from '../uk-time.ts'
import { type TubeRule, USUAL_TUBES, wantsTube } from './tube-patterns.ts'

const DIGITS = '0123456789'
const OUR_CODE = /^CHP\d{8}$/
const SLIP_CODE = /^CHS\d{8}$/
const PRINTED = /^CH[PS]\d{8}$/
const OUR_DIGITS = /^\d{8}$/
const ANY_CODE = /^[A-Z0-9]{4,24}$/
export const MOST_LABELS = 9_999_999

/** The code of the nth label: 'CHP', seven digits and their check digit. Throws RangeError. */
export function tubeCodeOf(label: number): string {
  if (!Number.isInteger(label) || label < 1 || label > MOST_LABELS)
    throw new RangeError(`There is no label ${label}`)
  const digits = String(label).padStart(7, '0')
  return `CHP${digits}${checkSymbolOf(digits, DIGITS)}`
}

/** The number of the label with this code; null for a code that is not ours. */
export function labelOf(code: string): number | null {
  return OUR_CODE.test(code) && hasCheckDigit(code.slice(3)) ? Number(code.slice(3, -1)) : null
}

/**
 * What is written, in capitals without spaces and hyphens, to compare it with known codes; ours
 * without CHP is completed. Null for what no code can be. Whether it may be a tube of a laboratory
 * is asked by readTubeCode.
 */
export function plainTubeCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  if (!ANY_CODE.test(code) || readAppointmentCode(code) !== null) return null
  // The label of a slip of ours is never on a tube.
  if (SLIP_CODE.test(code) && hasCheckDigit(code.slice(3))) return null
  if (OUR_DIGITS.test(code)) return hasCheckDigit(code) && !isDate(code) ? `CHP${code}` : code
  if (!code.startsWith('CHP')) return code
  return labelOf(code) === null ? null : code
}

/**
 * The code of a tube that a person typed or scanned; null for one that is misread, or that is none
 * at this laboratory: a time, a date, a word, or our label with a wrong check digit.
 */
export function readTubeCode(text: string, rule: TubeRule = USUAL_TUBES): string | null {
  const code = plainTubeCode(text)
  if (code === null || isDate(code)) return null
  if (labelOf(code) !== null) return code
  return wantsTube(code, rule) ? code : null
}

/** As people read it: 'CHP 0000 0015'; a laboratory's code as it is. */
export function groupedTubeCode(code: string): string {
  if (!PRINTED.test(code)) return code
  return [code.slice(0, 3), code.slice(3, 7), code.slice(7)].join(' ')
}

function hasCheckDigit(digits: string): boolean {
  return checkSymbolOf(digits.slice(0, -1), DIGITS) === digits.at(-1)
}

/** Six or eight digits that are a day: 261126, 26112026, 20261126. */
function isDate(code: string): boolean {
  const [, a = '', b = '', c = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(code) ?? []
  const [, day = '', month = '', year = ''] = /^(\d\d)(\d\d)((?:19|20)\d\d)$/.exec(code) ?? []
  const [, y = '', m = '', d = ''] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(code) ?? []
  return (
    isCalendarDate(`20${c}-${b}-${a}`) ||
    isCalendarDate(`${year}-${month}-${day}`) ||
    isCalendarDate(`${y}-${m}-${d}`)
  )
}

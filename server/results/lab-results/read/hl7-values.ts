// What the value of an OBX is by its type: HL7 table 0125.
import { componentOf, repetitionsOf, type Segment, type Signs, unescaped } from './hl7-segments.ts'
import type { WrittenField } from './to-lab-row.ts'

/** A number may stand in these; a structured number has its operator apart. */
const NUMBER_TYPES = ['NM', 'SN', 'ST', 'TX', 'FT']
/** A code with its text; never a number, whatever the code is. */
const CODED_TYPES = ['CE', 'CWE', 'CNE', 'CF', 'IS', 'ID']
/** A comment as a result of its own. */
export const TEXT_TYPES = ['TX', 'FT']

const COLUMN = 'OBX-5'

/** OBX-5 with what may be read of it. */
export function valueIn({ fields }: Segment, signs: Signs): WrittenField {
  const type = (fields[2] ?? '').trim()
  const [value, ...others] = repetitionsOf(fields[5], signs)
  if (value === undefined) return { cell: null, column: COLUMN }
  if (others.length > 0)
    return { cell: plain(fields[5] ?? '', signs), column: COLUMN, isSeveral: true }
  if (type === 'SN') return { cell: structured(value, signs), column: COLUMN }
  if (NUMBER_TYPES.includes(type)) return { cell: plain(value, signs), column: COLUMN }
  if (type !== '' && !CODED_TYPES.includes(type))
    return { cell: plain(value, signs), column: COLUMN, texts: [] }
  const texts = [2, 9, 5, 1, 4].map((place) => componentOf(value, place, signs)).filter(Boolean)
  return { cell: texts[0] ?? plain(value, signs), column: COLUMN, texts }
}

function plain(text: string, signs: Signs): string {
  return unescaped(text, signs)
}

/** '<^0.01' as '<0.01', '^3^-^5' as '3-5'; as it is written when it is none of these. */
function structured(value: string, signs: Signs): string {
  const parts = value.split(signs.component).map((part) => part.trim())
  const [comparator = '', first = '', separator = '', second = '', ...others] = parts
  const isKnown = ['', '<', '>', '<=', '>=', '='].includes(plain(comparator, signs))
  const isRange = separator === '-' ? second !== '' && comparator === '' : separator + second === ''
  if (!isKnown || !isRange || first === '' || others.some((part) => part !== ''))
    return plain(value, signs)
  return plain(`${comparator}${first}${separator}${second}`, signs)
}

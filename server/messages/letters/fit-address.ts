import { MM, type Pdf } from '../../platform/pdf/document.ts'
import { wrap } from '../../platform/pdf/text.ts'
import { WINDOW } from './page-frame.ts'

const LARGEST = 10.5
const SMALLEST = 5
const STEP = 0.5
/** Shares of the size: from line to line, and above and below a base line. */
const LEADING = 1.25
const ABOVE = 0.8
const BELOW = 0.3
const WIDTH = (WINDOW.right - WINDOW.left) * MM
const HEIGHT = (WINDOW.bottom - WINDOW.top) * MM

type Placed = { size: number; lines: { text: string; y: number }[] }

/**
 * The address at the bottom of the window, in the largest size in points at which it fits; `y` is a
 * base line in points. Throws RangeError for an address that does not fit at all.
 */
export function fitAddress(doc: Pdf, address: readonly string[]): Placed {
  for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
    const lines = address.flatMap((line) => wrap(doc, line, { size, width: WIDTH }))
    const height = ((lines.length - 1) * LEADING + ABOVE + BELOW) * size
    if (height > HEIGHT) continue
    const last = WINDOW.bottom * MM - BELOW * size
    const fromLast = (n: number) => (lines.length - 1 - n) * LEADING * size
    return { size, lines: lines.map((text, n) => ({ text, y: last - fromLast(n) })) }
  }
  throw new RangeError('This address does not fit the window')
}

import { momentInWords } from '../../../domain/uk-time.ts'
import { MM, type Pdf } from '../../platform/pdf/document.ts'
import { rule } from '../../platform/pdf/table.ts'
import { artifact, type Element, tagged } from '../../platform/pdf/tags.ts'
import { drawLine, shorten, widthOf, wrap } from '../../platform/pdf/text.ts'
import type { LaboratoryForm } from './laboratory-form.ts'

/** Millimetres. */
export const MARGIN = 15
const FACT = 5

type Area = { left: number; right: number }

/** Title, version and the day's facts. Returns where it ends. */
export function drawHead(
  doc: Pdf,
  parent: Element,
  {
    title,
    form,
    facts,
    left,
    right,
  }: Area & { title: string; form: LaboratoryForm; facts: readonly (readonly [string, string])[] },
): number {
  artifact(doc, () => drawLine(doc, 'CHAPS', { x: left * MM, y: 12.5 * MM, size: 9.5 }))
  tagged(doc, parent, 'H1', () =>
    drawLine(doc, title, { x: left * MM, y: 21 * MM, size: 20, weight: 'bold' }),
  )
  tagged(doc, parent, 'P', () => {
    const at = { x: right * MM, align: 'right' } as const
    drawLine(doc, `Version ${form.version}`, { ...at, y: 17 * MM, size: 12, weight: 'bold' })
    drawLine(doc, `Made at ${momentInWords(form.madeAt)}`, { ...at, y: 22 * MM, size: 9.5 })
    if (form.version > 1)
      drawLine(doc, 'This version replaces all earlier versions.', {
        ...at,
        y: 26.5 * MM,
        size: 9.5,
      })
  })
  let y = 33
  for (const [name, value] of facts) {
    const lines = wrap(doc, value, { size: 10.5, width: (right - left - 34) * MM })
    tagged(doc, parent, 'P', () => {
      drawLine(doc, name, { x: left * MM, y: y * MM, size: 10.5, weight: 'bold' })
      for (const [n, line] of lines.entries())
        drawLine(doc, line, { x: (left + 32) * MM, y: (y + n * FACT) * MM, size: 10.5 })
    })
    y += lines.length * FACT
  }
  return y
}

const HANDS = ['Name', 'Signature', 'Date and time', 'Tubes counted']
/** On a courier's list: whether the box was closed, and how warm it was. */
export const BOX_LINES = ['Sealed (yes or no)', 'Temperature, °C']

/** With so many lines more. */
export function handsHeight(more = 0): number {
  return 17 + (HANDS.length + more) * 9
}

/** The sum, and below it a column of lines to sign for each of `who`. */
export function drawHands(
  doc: Pdf,
  parent: Element,
  {
    who,
    sum,
    top,
    left,
    right,
    more = [],
  }: Area & { who: readonly string[]; sum: string; top: number; more?: readonly string[] },
): void {
  tagged(doc, parent, 'P', () =>
    drawLine(doc, sum, { x: left * MM, y: (top + 4) * MM, size: 10.5, weight: 'bold' }),
  )
  const width = (right - left) / who.length
  for (const [n, hand] of who.entries()) {
    const x = left + n * width
    tagged(doc, parent, 'H2', () =>
      drawLine(doc, hand, { x: x * MM, y: (top + 13) * MM, size: 11, weight: 'bold' }),
    )
    for (const [place, word] of [...HANDS, ...more].entries()) {
      const y = top + 22 + place * 9
      tagged(doc, parent, 'P', () => drawLine(doc, word, { x: x * MM, y: y * MM, size: 9.5 }))
      const start = x + widthOf(doc, word, { size: 9.5 }) / MM + 2
      rule(doc, { left: start, right: x + width - 6, y: y + 0.8, weight: 0.5 })
    }
  }
}

/** At the foot of every page: what the paper is, and its number. */
export function drawFeet(
  doc: Pdf,
  { text, left, right, y }: Area & { text: string; y: number },
): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    artifact(doc, () => {
      const line = shorten(doc, text, { size: 8.5, width: (right - left - 22) * MM })
      drawLine(doc, line, { x: left * MM, y: y * MM, size: 8.5 })
      drawLine(doc, `Page ${page + 1} of ${count}`, {
        x: right * MM,
        y: y * MM,
        size: 8.5,
        align: 'right',
      })
    })
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  cellOf,
  isSheet,
  type LabelLayout,
  LEAST_MODULE,
  UNPRINTABLE_EDGE,
} from '../../../domain/office/label-layouts.ts'
import { tubeOfSlip } from '../../../domain/office/slips.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import { dateParts } from '../../../domain/uk-time.ts'
import { type Bars, barsOf, drawBarcode } from '../../platform/pdf/barcode.ts'
import { MM, openPdf, type Pdf, pdfBytes } from '../../platform/pdf/document.ts'
import { drawLine, type LineStyle } from '../../platform/pdf/text.ts'

/** Millimetres. Lower labels have one line of text, under the bars. */
const LOW = 18
const EDGE = 1.5
const GAP = 0.9
/** So many are drawn before other requests have their turn. */
const AT_ONCE = 20

/** Of a line to write on; a hand needs four millimetres. */
const WRITTEN = 4

type Label = {
  code: string
  bars: Bars
  date: string
  layout: LabelLayout
  hasNameLines: boolean
  x: number
  y: number
}

/** `date` is the event's, London. Each code gets `copies` labels, the first at `start`, from 1. */
export async function drawLabels({
  layout,
  codes,
  start,
  copies,
  hasNameLines = false,
  date,
  at,
}: {
  layout: LabelLayout
  codes: readonly string[]
  start: number
  copies: number
  /** To write name and date of birth on, where the layout has room. */
  hasNameLines?: boolean
  date: string
  at: Date
}): Promise<Buffer> {
  const doc = await openPdf({ title: `Tube labels for ${shortDate(date)}`, size: layout.page, at })
  let pages = 0
  for (const [n, code] of codes.flatMap((one) => Array<string>(copies).fill(one)).entries()) {
    const { page, x, y } = cellOf(layout, start - 1 + n)
    while (pages <= page) {
      doc.addPage()
      pages += 1
    }
    const bars = await barsOf(code)
    const label = { code, bars, date: shortDate(date), layout, hasNameLines, x, y }
    if (layout.label.height < LOW) drawLowLabel(doc, label)
    else drawLabel(doc, label)
    if (n % AT_ONCE === 0) await nextTurn()
  }
  return pdfBytes(doc)
}

/** Charity and date, bars, code, and lines to write on. */
function drawLabel(doc: Pdf, label: Label): void {
  const { code, bars, date, layout, hasNameLines, x, y } = label
  const { width } = layout.label
  const height = layout.label.height - (hasNameLines ? 2 * WRITTEN : 0)
  const { modules } = bars
  const grown = layout.module / LEAST_MODULE
  const [head, foot] = [1.9 * grown, 2.6 * grown]
  const tall = Math.min(12 * grown, height - 2 * EDGE - head - foot - 2 * GAP)
  const top = y + (height - head - foot - tall - 2 * GAP) / 2
  const left = x + (width - modules * layout.module) / 2
  const right = left + modules * layout.module
  const size = 6.5 * grown
  line(doc, headOf(code), { x: left, y: top + head, size, weight: 'bold' })
  line(doc, date, { x: right, y: top + head, size, align: 'right' })
  barcode(doc, bars, { left, top: top + head + GAP, height: tall, layout })
  line(doc, groupedTubeCode(code), {
    x: x + width / 2,
    y: top + head + tall + 2 * GAP + foot - 0.2,
    size: 9.5 * grown,
    weight: 'bold',
    align: 'center',
  })
  if (hasNameLines) drawNameLines(doc, { left, right, top: y + height - EDGE })
}

function drawNameLines(doc: Pdf, of: { left: number; right: number; top: number }): void {
  for (const [n, name] of ['Name', 'Born'].entries()) {
    const y = of.top + (n + 1) * WRITTEN
    line(doc, name, { x: of.left, y: y - 0.4, size: 6.5 })
    doc
      .moveTo((of.left + 8) * MM, y * MM)
      .lineTo(of.right * MM, y * MM)
      .lineWidth(0.5)
      .stroke()
  }
}

/** Bars, and one line below them. */
function drawLowLabel(doc: Pdf, { code, bars, date, layout, x, y }: Label): void {
  const { width, height } = layout.label
  const { modules } = bars
  const inside = isSheet(layout) ? UNPRINTABLE_EDGE : 0
  const left = x + (width - modules * layout.module) / 2
  barcode(doc, bars, { left, top: y + EDGE, height: height - 2 * EDGE - GAP - 2.2, layout })
  const base = y + height - EDGE - 0.4
  const ends = {
    left: Math.max(x + EDGE, inside),
    right: Math.min(x + width - EDGE, layout.page.width - inside),
  }
  line(doc, groupedTubeCode(code), { x: ends.left, y: base, size: 8, weight: 'bold' })
  line(doc, `${headOf(code)} ${date}`, { x: ends.right, y: base, size: 5.5, align: 'right' })
}

/** What the label is for, so that a slip's is never stuck on a tube. */
function headOf(code: string): string {
  return tubeOfSlip(code) === null ? 'CHAPS' : 'SLIP'
}

function barcode(
  doc: Pdf,
  bars: Bars,
  of: { left: number; top: number; height: number; layout: LabelLayout },
): void {
  drawBarcode(doc, bars, {
    x: of.left * MM,
    y: of.top * MM,
    module: of.layout.module * MM,
    height: of.height * MM,
  })
}

function line(doc: Pdf, text: string, { x, y, ...style }: LineStyle): void {
  drawLine(doc, text, { ...style, x: x * MM, y: y * MM })
}

/** '12 Jan 2027' */
function shortDate(date: string): string {
  const { day, month, year } = dateParts(date)
  return `${Number(day)} ${month.slice(0, 3)} ${year}`
}

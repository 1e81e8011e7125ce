import { ADDRESS_LAYOUT } from '../../../domain/office/address-labels.ts'
import { cellOf } from '../../../domain/office/label-layouts.ts'
import { MM, openPdf, type Pdf, pdfBytes } from '../../platform/pdf/document.ts'
import { drawLine, shorten } from '../../platform/pdf/text.ts'

/** Millimetres, from the edge of a label. */
const LEFT = 4
const TOP = 4
const MOST_SIZE = 10.5
const LEADING = 1.2

/** Sheets of labels; each address is its lines, the name first. */
export async function drawAddressLabels(
  addresses: readonly (readonly string[])[],
  at: Date,
): Promise<Buffer> {
  const doc = await openPdf({ title: 'Address labels', size: ADDRESS_LAYOUT.page, at })
  let pages = 0
  for (const [n, lines] of addresses.entries()) {
    const { page, x, y } = cellOf(ADDRESS_LAYOUT, n)
    while (pages <= page) {
      doc.addPage()
      pages += 1
    }
    drawAddress(doc, lines, { x, y })
  }
  return pdfBytes(doc)
}

/** In letters as large as all the lines allow. */
function drawAddress(doc: Pdf, lines: readonly string[], at: { x: number; y: number }): void {
  const { width, height } = ADDRESS_LAYOUT.label
  const room = ((height - 2 * TOP) * MM) / lines.length
  const size = Math.min(MOST_SIZE, room / LEADING)
  for (const [n, line] of lines.entries()) {
    const text = shorten(doc, line, { width: (width - 2 * LEFT) * MM, size })
    const y = (at.y + TOP) * MM + size + n * size * LEADING
    drawLine(doc, text, { x: (at.x + LEFT) * MM, y, size })
  }
}

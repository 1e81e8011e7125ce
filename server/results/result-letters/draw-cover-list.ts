import { MM, openPdf, pdfBytes } from '../../platform/pdf/document.ts'
import { drawTable } from '../../platform/pdf/table.ts'
import { artifact, startStructure, tagged } from '../../platform/pdf/tags.ts'
import { drawLine } from '../../platform/pdf/text.ts'

/** Millimetres, A4 upright. */
const PAGE = { width: 210, height: 297 }
const LEFT = 15
const BOTTOM = PAGE.height - 18

export type CoverLine = { letter: number; name: string; address: string }

const COLUMNS = [
  { label: 'Letter', width: 20, cell: ({ letter }: CoverLine) => String(letter) },
  { label: 'Name', width: 55, weight: 'bold' as const, cell: ({ name }: CoverLine) => name },
  { label: 'Address', width: 85, cell: ({ address }: CoverLine) => address },
  { label: 'In envelope', width: 20, cell: () => '[   ]' },
]

/** To count the envelopes by. */
export async function drawCoverList(
  rows: readonly CoverLine[],
  { batchId, madeAt, at }: { batchId: number; madeAt: string; at: Date },
): Promise<Buffer> {
  const title = `Cover list of letter batch ${batchId}`
  const doc = await openPdf({ title, size: PAGE, at })
  const root = startStructure(doc)
  doc.addPage()
  tagged(doc, root, 'H1', () =>
    drawLine(doc, title, { x: LEFT * MM, y: 22 * MM, size: 20, weight: 'bold' }),
  )
  const letters = rows.length === 1 ? '1 letter' : `${rows.length} letters`
  tagged(doc, root, 'P', () =>
    drawLine(doc, `${letters}. Made at ${madeAt}.`, { x: LEFT * MM, y: 30 * MM, size: 12 }),
  )
  const newPage = () => {
    doc.addPage()
    return 18
  }
  const end = await drawTable(doc, root, {
    columns: COLUMNS,
    rows,
    left: LEFT,
    top: 40,
    bottom: BOTTOM,
    newPage,
  })
  let y = end + 12
  if (y + 14 > BOTTOM) y = newPage() + 6
  for (const [n, line] of ['Envelopes counted:', 'Name and signature:'].entries())
    tagged(doc, root, 'P', () =>
      drawLine(doc, line, { x: LEFT * MM, y: (y + n * 10) * MM, size: 11 }),
    )
  root.end()
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    artifact(doc, () =>
      drawLine(doc, `${title}   ·   Page ${page + 1} of ${count}`, {
        x: LEFT * MM,
        y: (PAGE.height - 9) * MM,
        size: 8.5,
      }),
    )
  }
  return pdfBytes(doc)
}

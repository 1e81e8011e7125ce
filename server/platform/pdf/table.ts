import { setImmediate as nextTurn } from 'node:timers/promises'
import { MM, type Pdf } from './document.ts'
import { addElement, artifact, type Element, tagged } from './tags.ts'
import { drawLine, type TextStyle, wrap } from './text.ts'

const SIZE = 9.5
/** Millimetres. */
const LINE = 4
const PAD = 1.6
/** So many rows are drawn before other requests have their turn. */
const AT_ONCE = 10

/** `width` in millimetres, of which the cell leaves a gap to the next. `draw` gets its corner. */
export type Column<Row> = {
  label: string
  width: number
  weight?: TextStyle['weight']
  cell: (row: Row) => string
  draw?: { height: number; on: (doc: Pdf, row: Row, at: { x: number; y: number }) => void }
}

/**
 * Rows from `top`, each as high as its longest cell; a page that is full makes a new one, where the
 * header is repeated. Returns where the table ends. Millimetres.
 */
export async function drawTable<Row>(
  doc: Pdf,
  parent: Element,
  {
    columns,
    rows,
    left,
    top,
    bottom,
    newPage,
  }: {
    columns: readonly Column<Row>[]
    rows: readonly Row[]
    left: number
    top: number
    bottom: number
    /** Adds a page; returns where its rows may begin. */
    newPage: () => number
  },
): Promise<number> {
  const table = addElement(doc, parent, 'Table')
  const placed = columns.map((column, n) => ({
    ...column,
    x: left + columns.slice(0, n).reduce((sum, { width }) => sum + width, 0),
  }))
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const ends = { left, right: left + width }
  const headRow = addElement(doc, addElement(doc, table, 'THead'), 'TR')
  let y = drawHead(doc, placed, { ends, top, inRow: headRow })
  headRow.end()
  const body = addElement(doc, table, 'TBody')
  for (const [n, row] of rows.entries()) {
    if (n % AT_ONCE === 0) await nextTurn()
    const cells = placed.map((column) => ({
      ...column,
      lines: wrap(doc, column.cell(row), {
        size: SIZE,
        weight: column.weight,
        width: (column.width - 2) * MM,
      }),
    }))
    const high = cells.map(({ lines, draw }) => Math.max(lines.length * LINE, draw?.height ?? 0))
    const height = Math.max(...high) + 2 * PAD
    if (y + height > bottom) y = drawHead(doc, placed, { ends, top: newPage() })
    const line = addElement(doc, body, 'TR')
    for (const { x, lines, weight, draw } of cells)
      tagged(doc, line, 'TD', () => {
        draw?.on(doc, row, { x, y: y + PAD })
        drawLines(doc, lines, { x, y: y + PAD, weight })
      })
    line.end()
    y += height
    rule(doc, { ...ends, y, weight: 0.4 })
  }
  table.end()
  return y
}

/** In the text with `inRow`, else repeated for the eye. Returns where the rows begin. */
function drawHead(
  doc: Pdf,
  columns: readonly { label: string; x: number }[],
  { ends, top, inRow }: { ends: { left: number; right: number }; top: number; inRow?: Element },
): number {
  for (const { label, x } of columns) {
    const draw = () => drawLines(doc, [label], { x, y: top, weight: 'bold' })
    if (inRow) tagged(doc, inRow, 'TH', draw)
    else artifact(doc, draw)
  }
  const y = top + LINE + PAD
  rule(doc, { ...ends, y, weight: 1 })
  return y
}

function drawLines(
  doc: Pdf,
  lines: readonly string[],
  { x, y, weight }: { x: number; y: number; weight?: TextStyle['weight'] },
): void {
  for (const [n, line] of lines.entries())
    drawLine(doc, line, { x: x * MM, y: (y + n * LINE + 3) * MM, size: SIZE, weight })
}

/** Millimetres, and `weight` in points. */
export function rule(
  doc: Pdf,
  { left, right, y, weight }: { left: number; right: number; y: number; weight: number },
): void {
  artifact(doc, () => {
    doc
      .moveTo(left * MM, y * MM)
      .lineTo(right * MM, y * MM)
      .lineWidth(weight)
      .stroke('#000')
  })
}

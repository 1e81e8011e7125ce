/** Texts of a CSV file; of Excel also numbers, booleans, dates (UTC) and null. */
export type Cell = string | number | boolean | Date | null
export type Cells = Cell[][]

/** Null for an empty cell. '="0123"' is how some programs keep a leading zero. */
export function toText(cell: Cell): string | null {
  if (cell === null) return null
  if (cell instanceof Date) return cell.toISOString()
  const text = typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : String(cell)
  const plain = (/^="(.*)"$/s.exec(text.trim())?.[1] ?? text).replace(/\s+/g, ' ').trim()
  return plain === '' ? null : plain
}

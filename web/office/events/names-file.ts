/**
 * The words of a list of names: of an Excel file the first sheet with something in it, one line for
 * each row and a tab between cells; otherwise text in UTF-8 or Windows-1252. '' for a broken Excel
 * file, as for one without a word: the server says that it cannot be read.
 */
export async function readNamesFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  if (isZip(bytes)) return readExcel(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** An Excel file is a zip. */
function isZip(bytes: ArrayBuffer): boolean {
  return new TextDecoder('latin1').decode(bytes.slice(0, 4)) === 'PK\u0003\u0004'
}

async function readExcel(bytes: ArrayBuffer): Promise<string> {
  const { default: readWorkbook } = await import('read-excel-file/browser')
  // The package throws errors of many kinds for a broken file.
  const sheets = await readWorkbook(bytes).catch(() => [])
  const rows = sheets.find(({ data }) => data.length > 0)?.data ?? []
  return rows.map((row) => row.map(cellText).join('\t')).join('\n')
}

function cellText(cell: unknown): string {
  if (cell === null) return ''
  // A time of the day, which Excel counts from 1899.
  if (cell instanceof Date) return cell.toISOString().slice(11, 16)
  const text = String(cell).replaceAll(/\s+/g, ' ')
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

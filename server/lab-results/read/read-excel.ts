import { readSheet } from 'read-excel-file/node'
import type { Cells } from './cells.ts'
import { whyNotWorkbook } from './check-workbook.ts'

/** The cells of the first sheet, or why they are not read. */
export async function readExcel(bytes: Buffer): Promise<Cells | { problem: string }> {
  const problem = whyNotWorkbook(bytes)
  if (problem !== null) return { problem }
  try {
    return (await readSheet(bytes)) as Cells
  } catch {
    // The package throws errors of many kinds for a broken file.
    return { problem: 'It is no Excel file that can be read.' }
  }
}

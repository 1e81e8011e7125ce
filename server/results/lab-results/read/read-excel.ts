import readWorkbook from 'read-excel-file/node'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import type { UnreadPart } from '../../../../domain/office/lab-rows.ts'
import type { Cells } from './cells.ts'
import { checkWorkbook, type Workbook } from './check-workbook.ts'
import { hasHeaders, type Table } from './read-table.ts'

type Sheet = { sheet: string; data: Cells; isHidden: boolean }

/**
 * The cells of the first visible sheet with the map's headers, otherwise of the first visible one, or
 * why they are not read: no visible sheet after it may hold something.
 */
export async function readExcel(
  bytes: Buffer,
  map: ColumnMap,
): Promise<Table | { problem: string }> {
  const workbook = checkWorkbook(bytes)
  if ('problem' in workbook) return workbook
  const sheets = await sheetsOf(bytes, workbook)
  if (sheets === null) return { problem: 'It is no Excel file that can be read.' }
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const chosen = visible.find(({ data }) => hasHeaders(data, map)) ?? visible[0] ?? sheets[0]
  if (!chosen) return { problem: 'It has no sheet.' }
  const others = sheets.filter((one) => one !== chosen && rowsIn(one) > 0)
  const later = others.filter(
    (one) => !one.isHidden && sheets.indexOf(one) > sheets.indexOf(chosen),
  )
  if (later.length > 0) {
    const names = later.map(({ sheet }) => `‘${sheet}’`).join(', ')
    return { problem: `Only one sheet is read, and these hold something too: ${names}.` }
  }
  const unread: UnreadPart[] = others.map((one) => ({
    name: `row of the sheet ‘${one.sheet}’`,
    count: rowsIn(one),
  }))
  if (workbook.remarks > 0) unread.push({ name: 'remark on a cell', count: workbook.remarks })
  return { cells: chosen.data, dates: workbook.is1904 ? 1904 : 1900, unread }
}

async function sheetsOf(bytes: Buffer, { hidden }: Workbook): Promise<Sheet[] | null> {
  try {
    const sheets = await readWorkbook(bytes)
    return sheets.map(({ sheet, data }, place) => ({
      sheet,
      data: data as Cells,
      isHidden: hidden.has(place),
    }))
  } catch {
    // The package throws errors of many kinds for a broken file.
    return null
  }
}

function rowsIn({ data }: Sheet): number {
  return data.filter((row) => row.some((cell) => String(cell ?? '').trim() !== '')).length
}

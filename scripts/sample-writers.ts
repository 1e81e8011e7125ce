import writeExcelFile from 'write-excel-file/node'
import { excelCells } from '../server/demo/excel-cells.ts'
import type { LabLine } from '../server/demo/lab-line.ts'
import { writeCsv, writeHl7 } from '../server/demo/write-files.ts'

/** The bytes of each laboratory's file. */
export const SAMPLE_WRITERS = {
  csv: async (lines: LabLine[]) => writeCsv(lines),
  excel: (lines: LabLine[]) => writeExcelFile(excelCells(lines)).toBuffer(),
  hl7: async (lines: LabLine[]) => writeHl7(lines),
}

import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { readNamesFile } from './names-file.ts'

const file = (bytes: BlobPart) => new File([bytes], 'lodge')

test('an Excel file reads as the cells would be pasted', async () => {
  const at = new Date('1899-12-30T10:20:00Z')
  const bytes = await writeExcelFile([
    [{ value: 'Name' }, { value: 'Mobile' }, { value: 'Time' }],
    [
      { value: 'Albert "Bert" Green' },
      { value: 7_700_900_123 },
      { value: at, type: Date, format: 'hh:mm' },
    ],
    [{ value: 'Ben\nHill' }, null, null],
  ]).toBuffer()
  expect(await readNamesFile(file(new Uint8Array(bytes)))).toBe(
    'Name\tMobile\tTime\n"Albert ""Bert"" Green"\t7700900123\t10:20\nBen Hill\t\t',
  )
})

test('a text file is read in UTF-8 or Windows-1252', async () => {
  expect(await readNamesFile(file('Name\nŁukasz'))).toBe('Name\nŁukasz')
  expect(await readNamesFile(file(new Uint8Array([0x4e, 0xe9, 0x65])))).toBe('Née')
})

test('a broken Excel file reads as nothing', async () => {
  expect(await readNamesFile(file('PK\u0003\u0004 and no more'))).toBe('')
})

import type { LabLine } from './lab-line.ts'

const HEADERS = [
  'Specimen',
  'NHS Number',
  'Patient',
  'Born',
  'Taken at',
  'Analyte',
  'Value',
  'Units',
  'Reference',
  'Remarks',
]

/** Births and moments as Excel's own dates, plain numbers as numbers, everything else as text. */
export function excelCells(lines: readonly LabLine[]) {
  const rows = lines.map((line) => [
    text(line.number),
    text(line.nhsNumber),
    text(`${line.lastName}, ${line.firstName}`),
    date(`${line.born}T00:00Z`, 'dd/mm/yyyy'),
    date(`${line.taken.replace(' ', 'T')}Z`, 'dd/mm/yyyy hh:mm'),
    text('Prostate specific antigen'),
    /^\d+\.\d*[1-9]$/.test(line.value) ? { value: Number(line.value) } : text(line.value),
    text(line.unit),
    text(line.range),
    text(line.comment),
  ])
  return [HEADERS.map(text), ...rows]
}

const text = (value: string) => (value === '' ? null : { value, type: String })
const date = (written: string, format: string) => ({ value: new Date(written), type: Date, format })

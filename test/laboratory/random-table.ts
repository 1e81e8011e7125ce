// Tables at random, with what may be read of each row.
import type { ColumnMap } from '../../domain/office/lab-columns.ts'
import { COLUMNS } from '../app/laboratory.ts'
import type { Random } from '../app/seeded.ts'
import type { Expected, RandomFile } from './random-message.ts'
import { tableValue } from './written-values.ts'

const MAP: ColumnMap = { ...COLUMNS, columns: { ...COLUMNS.columns, Comment: 'comment' } }
const STATUSES = [
  'C',
  'D',
  'W',
  'X',
  'P',
  'Preliminary',
  'I',
  'R',
  'S',
  'O',
  'N',
  'U',
  '',
  'Corrected',
]
const COMMENTS = ['No haemolysis', 'tube 5" short', 'Delayed, but stable', 'a; b', 'two\nlines']
const SPOILT: Record<string, string>[] = [
  { DOB: '04/05/60' },
  { DOB: '1974-07-26T22:00:00Z' },
  { DOB: '' },
  { 'Lab no': '' },
  { 'Lab no': '2.64411E+11' },
  { Units: 'nmol/L' },
  { Test: 'Free PSA' },
]

export function randomTable(random: Random): RandomFile {
  const headers = Object.keys(MAP.columns).filter((name) => name !== 'Status' || random.chance(0.8))
  const last = headers.splice(random.below(headers.length), 1)
  const names = [...headers, ...last]
  const delimiter = random.pick([',', ';', '\t'])
  const above = random.chance(0.2) ? ['Sample laboratory: PSA results', ''] : []
  const lines = [...above, names.map((name) => headerOf(random, name)).join(delimiter)]
  const expected: Expected[] = []
  const rows = 1 + random.below(8)
  for (let n = 1; n <= rows; n++) {
    if (random.chance(0.05)) lines.push('')
    const { cells, number, mayHaveReason, notes } = row(random, n)
    const isExtra = random.chance(0.05)
    const texts = names.map((name) => quoted(cells[name] ?? '', delimiter))
    lines.push([...texts, ...(isExtra ? [`beside${n}`] : [])].join(delimiter))
    expected.push({
      // A cell of two lines is one row of a spreadsheet.
      line: lines.length,
      number: isExtra ? null : number(names.includes('Status')),
      numberOfCut: number(names.includes('Status')),
      mayHaveReason: !isExtra && mayHaveReason,
      notes: [...notes, ...(isExtra ? [`beside${n}`] : [])],
    })
  }
  return {
    text: [...lines, ''].join(random.pick(['\r\n', '\n'])),
    expected,
    unread: above.length > 0 ? 1 : 0,
    map: MAP,
  }
}

function row(random: Random, n: number) {
  const value = tableValue(random)
  const status = random.chance(0.7) ? 'F' : random.pick(STATUSES)
  const spoilt = random.chance(0.15) ? random.pick(SPOILT) : null
  const comment = random.chance(0.3) ? `${random.pick(COMMENTS)} note${n}` : ''
  const cells: Record<string, string> = {
    'Lab no': `L${random.below(9)}`,
    Barcode: 'CHP00000015',
    'NHS No': random.pick(['', '999 000 0018', 'NOT KNOWN', 'N/A', '0']),
    Surname: 'Núñez',
    Forename: 'José',
    DOB: random.pick(['04/05/1960', '1960-05-03T23:00:00.000Z', '1960-05-04T00:00']),
    Collected: '16/01/2027 10:20',
    Test: random.pick(['PSA', 'psa', 'P\u200bSA']),
    Result: value.raw,
    Units: random.pick(['ug/L', 'µg/L', 'μg / l', 'ng/mL']),
    Status: status,
    Comment: comment,
    ...spoilt,
  }
  const isFinal = (hasStatus: boolean) => !hasStatus || ['F', 'C', 'Corrected'].includes(status)
  return {
    cells,
    number: (hasStatus: boolean) => (isFinal(hasStatus) && !spoilt ? value.number : null),
    mayHaveReason: value.hasReason === true || status === 'X',
    notes: comment === '' ? [] : [`note${n}`],
  }
}

function headerOf(random: Random, name: string): string {
  return random.pick([
    name,
    name,
    name.toUpperCase(),
    name.replace(' ', '\u00a0'),
    `${name}\u200b `,
  ])
}

/** As programs write it that quote only what they must; a quotation mark inside stays alone. */
function quoted(text: string, delimiter: string): string {
  return text.includes(delimiter) || text.includes('\n') ? `"${text.replaceAll('"', '""')}"` : text
}

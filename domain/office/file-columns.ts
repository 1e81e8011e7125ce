// The files of lists, as a spreadsheet opens them: headings and values in words.
import { slashDate, ukDate, ukTime } from '../uk-time.ts'

type FileCell = string | number | null
/** The cells of a row by their headings. */
export type FileRow = Record<string, FileCell>

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/
const PHONE = /(^|_)phone$/

/**
 * A row of the API with headings in words ('Amount (£)'), pounds for pence, London dates and times that a
 * spreadsheet reads ('14/03/2027 08:40'), 'Yes' or 'No', and telephone numbers that keep their zero.
 */
export function inWords(row: object, above: readonly string[] = []): FileRow {
  const cells = Object.entries(row).flatMap(([name, value]): [string, FileCell][] => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.entries(inWords(value, [...above, name]))
    return [[headingOf([...above, name]), cellOf(name, value)]]
  })
  return Object.fromEntries(cells)
}

/** 2500 is 25, which the file writes as '25.00'; null stays null. */
export function poundsCell(pence: number | null): string | null {
  return pence === null ? null : (pence / 100).toFixed(2)
}

/** '14/03/2027 08:40' in London. */
export function momentCell(at: string | Date): string {
  const moment = new Date(at)
  return `${slashDate(ukDate(moment))} ${ukTime(moment)}`
}

/**
 * A telephone number that a spreadsheet takes for a text: '07700 900119' of '447700900119'. One that is not of
 * the United Kingdom begins with '00'.
 */
export function phoneCell(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '').replace(/^\+/, '00')
  const national = digits.replace(/^(?:0044|44)0?(?=\d{9,10}$)/, '0')
  if (!/^0\d{8,}$/.test(national)) return phone
  const isForeign = national.startsWith('00')
  const head = isForeign ? 4 : 5
  return `${national.slice(0, head)} ${national.slice(head)}`
}

function headingOf(path: readonly string[]): string {
  const words = path
    .join(': ')
    .replace(/_pence$/, ' (£)')
    .replace(/_at$/, '')
    .replace(/(^|_)id$/, '$1number')
    .replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function cellOf(name: string, value: unknown): FileCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return name.endsWith('_pence') ? poundsCell(value) : value
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ')
  const text = String(value)
  if (INSTANT.test(text)) return momentCell(text)
  if (DAY.test(text)) return slashDate(text)
  return PHONE.test(name) ? phoneCell(text) : text
}

/** Of an entry of a list within a row. */
function textOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  const cells = Object.entries(inWords(entry)).filter(([, cell]) => cell !== null && cell !== '')
  return cells.map(([heading, cell]) => `${heading}: ${cell}`).join(', ')
}

// The provider's report of transactions, as PayPal's activity download has it (CSV, English headings).
import { ukInstant } from '../uk-time.ts'

/** What is kept of a line; pence are signed, a fee that was taken is negative. */
export type ReportedTransaction = {
  transactionId: string
  type: string
  at: Date
  currency: string
  grossPence: number
  feePence: number
  /** Of a refund, the transaction that it refunds. */
  referenceId: string | null
  invoiceId: string | null
}

/** Null `transaction`: the line moves no money of ours, but its time belongs to the period. */
type ReportLine = { at: Date; transaction: ReportedTransaction | null } | { problem: string }

const HEADINGS = {
  date: ['date'],
  time: ['time'],
  zone: ['timezone'],
  type: ['type', 'description'],
  status: ['status'],
  currency: ['currency'],
  gross: ['gross'],
  fee: ['fee'],
  id: ['transactionid'],
  reference: ['referencetxnid'],
  invoice: ['invoicenumber', 'invoiceid'],
  impact: ['balanceimpact'],
} as const
type Heading = keyof typeof HEADINGS
const OPTIONAL: readonly Heading[] = ['reference', 'invoice', 'impact', 'status']

export type ReportColumns = Partial<Record<Heading, number>>

/** Where each column is, or the headings that are missing. */
export function findColumns(
  headings: readonly string[],
): { columns: ReportColumns } | { missing: string[] } {
  const plain = headings.map((heading) => heading.toLowerCase().replace(/[^a-z]/g, ''))
  const columns: ReportColumns = {}
  const missing: string[] = []
  for (const [name, known] of Object.entries(HEADINGS) as [Heading, readonly string[]][]) {
    const at = plain.findIndex((heading) => known.includes(heading))
    if (at >= 0) columns[name] = at
    else if (!OPTIONAL.includes(name)) missing.push(known[0] ?? name)
  }
  return missing.length > 0 ? { missing } : { columns }
}

/** The provider's clock, and a zone that the report names for the other half of the year. */
const CLOCKS_DIFFER_MS = 2 * 3_600_000

const DONE = ['', 'completed', 'refunded', 'partially refunded', 'reversed', 'partially reversed']
/** Between the account and the bank, or within the account. */
const INTERNAL =
  /withdrawal|deposit|transfer|\bhold\b|release|reserve|currency conversion|authori[sz]ation/i

/** A line of a day to come has its month first, which would put half of the others into wrong days too. */
export function readLine(cells: readonly string[], columns: ReportColumns, now: Date): ReportLine {
  const cell = (name: Heading) => {
    const at = columns[name]
    return at === undefined ? '' : (cells[at] ?? '').trim()
  }
  const at = instantOf(cell('date'), cell('time'), cell('zone'))
  if (!at) return { problem: 'its date, time or time zone cannot be read' }
  if (at.getTime() > now.getTime() + CLOCKS_DIFFER_MS)
    return { problem: 'its date is still to come: download the report with the day first in dates' }
  const type = cell('type')
  const isOurs =
    DONE.includes(cell('status').toLowerCase()) &&
    cell('impact').toLowerCase() !== 'memo' &&
    !INTERNAL.test(type)
  if (!isOurs) return { at, transaction: null }
  const transactionId = cell('id')
  const currency = cell('currency')
  const grossPence = signedPence(cell('gross'))
  const feePence = cell('fee') === '' ? 0 : signedPence(cell('fee'))
  if (!/^[0-9A-Z]{6,40}$/i.test(transactionId)) return { problem: 'it has no transaction number' }
  if (!/^[A-Z]{3}$/.test(currency)) return { problem: 'its currency cannot be read' }
  if (grossPence === null || feePence === null)
    return { problem: 'its amounts cannot be read, for example 1,234.50' }
  const transaction = {
    transactionId,
    type: type.slice(0, 60),
    at,
    currency,
    grossPence,
    feePence,
    referenceId: codeOf(cell('reference')),
    invoiceId: codeOf(cell('invoice')),
  }
  return { at, transaction }
}

/** '1,234.50' is 123450; null for anything else, such as more than ten million pounds. */
export function signedPence(text: string): number | null {
  const [, sign, whole = '', parts] =
    /^([-−]?)(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})\.(\d{2})$/.exec(text) ?? []
  if (parts === undefined) return null
  const pence = Number(whole.replaceAll(',', '')) * 100 + Number(parts)
  return sign && pence !== 0 ? -pence : pence
}

function codeOf(text: string): string | null {
  return /^[\w-]{1,127}$/.test(text) ? text : null
}

/** Hours ahead of UTC; the report has the abbreviation of the account's zone. */
const ZONES: Record<string, number> = {
  GMT: 0,
  UTC: 0,
  BST: 1,
  CET: 1,
  CEST: 2,
  PST: -8,
  PDT: -7,
  EST: -5,
  EDT: -4,
}

/** Days first, as accounts in the United Kingdom have it, or ISO 8601. */
function instantOf(date: string, time: string, zone: string): Date | null {
  const [, d1 = '', m1 = '', y1 = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? []
  const day = y1 ? `${y1}-${m1.padStart(2, '0')}-${d1.padStart(2, '0')}` : date
  const clock = /^\d{2}:\d{2}(:\d{2})?$/.test(time) ? time.slice(0, 5) : null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || clock === null) return null
  const utc = new Date(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  if (Number.isNaN(utc.getTime()) || utc.toISOString().slice(0, 10) !== day) return null
  if (zone === 'Europe/London') {
    const seconds = Number(time.slice(6) || 0) * 1_000
    return new Date(ukInstant(day, clock).getTime() + seconds)
  }
  const hours = ZONES[zone.toUpperCase()]
  return hours === undefined ? null : new Date(utc.getTime() - hours * 3_600_000)
}

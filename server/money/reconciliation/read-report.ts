import { parse } from 'csv-parse'
import {
  findColumns,
  type ReportColumns,
  type ReportedTransaction,
  readLine,
} from '../../../domain/office/provider-report.ts'
import { Refused } from '../../platform/http/refused.ts'

export const MOST_BYTES = 20 * 1024 * 1024
/** The provider splits longer reports into several files. */
const MOST_LINES = 50_000
const MOST_PROBLEMS = 20

/** `from` and `to`: times of the earliest and the latest line. */
export type Report = {
  from: Date
  to: Date
  lines: number
  transactions: ReportedTransaction[]
}

/**
 * Reads a report in UTF-8, UTF-16 with its mark, or Windows-1252. Throws Refused report_unreadable,
 * with `missing` headings or the `problems` of up to 20 lines, when any line cannot be read.
 */
export async function readReport(file: Buffer, now: Date): Promise<Report> {
  const text = decode(file)
  const problems: { line: number; problem: string }[] = []
  const transactions: ReportedTransaction[] = []
  const times: number[] = []
  let columns: ReportColumns | null = null
  try {
    for await (const { record, info } of recordsOf(text)) {
      if (!columns) {
        columns = columnsOf(record)
        continue
      }
      const read = readLine(record, columns, now)
      if ('problem' in read) problems.push({ line: info.lines, problem: read.problem })
      else {
        times.push(read.at.getTime())
        if (read.transaction) transactions.push(read.transaction)
      }
      if (problems.length >= MOST_PROBLEMS || times.length > MOST_LINES) break
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw unreadable({ problems: [{ line: 1, problem: 'it is not a CSV file' }] })
  }
  if (problems.length > 0) throw unreadable({ problems })
  if (times.length === 0) throw unreadable({ problems: [{ line: 1, problem: 'it has no lines' }] })
  if (times.length > MOST_LINES)
    throw unreadable({ problems: [{ line: MOST_LINES, problem: 'it has more than 50,000 lines' }] })
  const from = times.reduce((one, other) => Math.min(one, other))
  const to = times.reduce((one, other) => Math.max(one, other))
  return { from: new Date(from), to: new Date(to), lines: times.length, transactions }
}

type Parsed = { record: string[]; info: { lines: number } }

function recordsOf(text: string): AsyncIterable<Parsed> {
  const [heading = ''] = text.split(/\r?\n/, 1)
  const delimiter = [',', '\t', ';'].find((one) => heading.includes(one)) ?? ','
  return parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 64 * 1024,
  })
}

function columnsOf(headings: string[]): ReportColumns {
  const found = findColumns(headings)
  if ('missing' in found) throw unreadable({ missing: found.missing })
  return found.columns
}

function decode(file: Buffer): string {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

function unreadable(details: {
  missing?: string[]
  problems?: { line: number; problem: string }[]
}): Refused {
  return new Refused('report_unreadable', details)
}

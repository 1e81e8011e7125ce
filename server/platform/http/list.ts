import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { List } from '../../../domain/office/contract.ts'
import { type FileRow, inWords } from '../../../domain/office/file-columns.ts'
import { Refused } from './refused.ts'

export const ROWS_PER_PAGE = 50
/** Rows of a file that are in memory at once. */
const ROWS_PER_PART = 2_000

/** A page of a list: rows after `after`, null from the beginning; `limit` rows at most. */
export type Page = { after: Key | null; limit: number }
/** The values that a list is sorted by, of its last row so far. */
export type Key = (string | number)[]

export type ListRequest = FastifyRequest<{
  Querystring: { after?: string | undefined; raw?: string | undefined }
}>

/** How a list is read: its rows, and how many there are; and the values that it is sorted by. */
export type ListOf<T> = {
  load: (page: Page) => Promise<{ rows: T[]; total: number; tabs?: Record<string, number> }>
  keyOf: (row: T) => Key
  /** The rows of its file, where `inWords` is not enough; one with documented columns has them as they are. */
  fileRows?: (rows: T[]) => object[] | Promise<object[]>
}

/**
 * One page of `{data, next, total}`, or with `Accept: text/csv` all its rows as a file for people, and with
 * `?raw=1` for programs: the names and values of the API.
 */
export async function sendList<T extends object>(
  request: ListRequest,
  reply: FastifyReply,
  {
    name,
    exported,
    ...list
  }: ListOf<T> & {
    /** The file's. */
    name: string
    /** Audits the export before its first byte, with its number of rows as the list counts them. */
    exported: (rows: number) => Promise<void>
  },
) {
  const { load, keyOf } = list
  if (request.headers.accept?.startsWith('text/csv')) {
    const { rows, total } = await load({ after: null, limit: ROWS_PER_PART })
    await exported(rows.length < ROWS_PER_PART ? rows.length : total)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .send(Readable.from(csvParts(rows, request.query.raw === '1' ? asTheyAre(list) : list)))
  }
  const after = request.query.after === undefined ? null : readKey(request.query.after)
  const { rows, total, tabs } = await load({ after, limit: ROWS_PER_PAGE + 1 })
  const data = rows.slice(0, ROWS_PER_PAGE)
  const last = rows.length > ROWS_PER_PAGE ? data.at(-1) : undefined
  const next = last ? writeKey(keyOf(last)) : null
  return { data, next, total, ...(tabs && { tabs }) } satisfies List<T>
}

/** The id that a list is sorted by. Throws Refused invalid_request for any other key. */
export function idIn(after: Key | null): number | null {
  return after && wholeNumber(after[0])
}

/** Of a list sorted by time, then by id. Throws Refused invalid_request for any other key. */
export function startAndIdIn(after: Key | null): { startsAt: Date; id: number } | null {
  if (!after) return null
  const startsAt = new Date(wholeNumber(after[0]))
  if (Number.isNaN(startsAt.getTime())) throw new Refused('invalid_request')
  return { startsAt, id: wholeNumber(after[1]) }
}

/** Of a list sorted by a text or a number, then by id. Throws Refused invalid_request for any other key. */
export function valueAndIdIn(
  after: Key | null,
  kind: 'string' | 'number',
): { value: string | number; id: number } | null {
  if (!after) return null
  const [value, id] = after
  if (value === undefined || typeof value !== kind) throw new Refused('invalid_request')
  return { value: kind === 'number' ? wholeNumber(value) : value, id: wholeNumber(id) }
}

/** The whole list from its first rows on; empty for an empty list. */
async function* csvParts<T extends object>(
  first: T[],
  { load, keyOf, fileRows = toWords }: ListOf<T>,
): AsyncGenerator<string> {
  let rows = first
  let columns: string[] | undefined
  while (rows.length > 0) {
    const lines = await fileRows(rows)
    const isFirst = columns === undefined
    columns ??= columnsOf(lines)
    if (isFirst) yield csvLines([columns], { bom: true })
    yield csvLines(cellsOfAll(lines, columns))
    const last = rows.length < ROWS_PER_PART ? undefined : rows.at(-1)
    rows = last ? (await load({ after: keyOf(last), limit: ROWS_PER_PART })).rows : []
  }
}

function toWords(rows: object[]): FileRow[] {
  return rows.map((row) => inWords(row))
}

function asTheyAre<T>(list: ListOf<T>): ListOf<T> {
  return { ...list, fileRows: (rows) => rows as object[] }
}

/** The text of a file with all `rows`, whose keys are its columns; empty for none. */
export function csvOf(rows: readonly object[]): string {
  if (rows.length === 0) return ''
  const columns = columnsOf(rows)
  return csvLines([columns, ...cellsOfAll(rows, columns)], { bom: true })
}

/** Also of fields that only some of the rows have. */
function columnsOf(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

function cellsOfAll(rows: readonly object[], columns: readonly string[]): (string | number)[][] {
  return rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row))
    return columns.map((column) => cellOf(values.get(column)))
  })
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** A leading quote keeps a spreadsheet from running a text as a formula; numbers stay numbers. */
function csvLines(lines: (string | number)[][], { bom = false } = {}): string {
  return stringify(lines, {
    bom,
    escape_formulas: true,
    cast: {
      number: (value) => ({ value: String(value), escape_formulas: false }),
      string: (value) => ({ value, escape_formulas: !NUMBER.test(value) }),
    },
  })
}

function cellOf(value: unknown): string | number {
  if (typeof value === 'number') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** As it stands in addresses. */
export function writeKey(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Throws Refused invalid_request for a text that `writeKey` has not written. */
export function readKey(text: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(key) && key.every(isKeyPart)) return key
  } catch {
    // Refused below.
  }
  throw new Refused('invalid_request')
}

function wholeNumber(part: Key[number] | undefined): number {
  if (typeof part === 'number' && Number.isSafeInteger(part)) return part
  throw new Refused('invalid_request')
}

function isKeyPart(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

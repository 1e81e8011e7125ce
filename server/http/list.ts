import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { List } from '../../domain/office/contract.ts'
import { Refused } from './refused.ts'

export const ROWS_PER_PAGE = 50
const MOST_CSV_ROWS = 20_000

/** A page of a list: rows after `after`, null from the beginning; `limit` rows at most. */
export type Page = { after: Key | null; limit: number }
/** The values that a list is sorted by, of its last row so far. */
export type Key = (string | number)[]

/** One page of `{data, next, total}`, or with `Accept: text/csv` all its rows as a file. */
export async function sendList<T extends object>(
  request: FastifyRequest<{ Querystring: { after?: string | undefined } }>,
  reply: FastifyReply,
  {
    name,
    load,
    keyOf,
    exported,
  }: {
    /** The file's. */
    name: string
    load: (page: Page) => Promise<{ rows: T[]; total: number; tabs?: Record<string, number> }>
    keyOf: (row: T) => Key
    /** Audits the export, with its number of rows. */
    exported: (rows: number) => Promise<void>
  },
) {
  if (request.headers.accept?.startsWith('text/csv')) {
    const { rows } = await load({ after: null, limit: MOST_CSV_ROWS })
    await exported(rows.length)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .serializer((text: string) => text)
      .send(toCsv(rows))
  }
  const after = request.query.after === undefined ? null : readKey(request.query.after)
  const { rows, total, tabs } = await load({ after, limit: ROWS_PER_PAGE + 1 })
  const data = rows.slice(0, ROWS_PER_PAGE)
  const last = rows.length > ROWS_PER_PAGE ? data.at(-1) : undefined
  const next = last ? writeKey(keyOf(last)) : null
  return { data, next, total, ...(tabs && { tabs }) } satisfies List<T>
}

/** A leading quote keeps a spreadsheet from running a cell as a formula. */
export function toCsv(rows: object[]): string {
  const [first] = rows
  if (!first) return ''
  const columns = Object.keys(first)
  const cells = rows.map((row) => Object.values(row).map(cellOf))
  return stringify([columns, ...cells], { bom: true, escape_formulas: true })
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function writeKey(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Throws Refused invalid_request for a text that `writeKey` has not written. */
function readKey(text: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(key) && key.every(isKeyPart)) return key
  } catch {
    // Refused below.
  }
  throw new Refused('invalid_request')
}

function isKeyPart(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

import type { SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queryable } from './database.ts'

/**
 * Rows of a raw statement, each parsed by `schema`. Throws when the database returns another shape;
 * the error names the fields, never their values.
 */
export async function readRows<S extends z.ZodMiniType>(
  q: Queryable,
  schema: S,
  statement: SQL,
): Promise<z.output<S>[]> {
  const { rows } = await q.execute(statement)
  return rows.map((row) => parseRow(schema, row))
}

/** The first row; undefined without one. */
export async function readRow<S extends z.ZodMiniType>(
  q: Queryable,
  schema: S,
  statement: SQL,
): Promise<z.output<S> | undefined> {
  const [row] = await readRows(q, schema, statement)
  return row
}

function parseRow<S extends z.ZodMiniType>(schema: S, row: unknown): z.output<S> {
  const parsed = z.safeParse(schema, row)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`)
  throw new Error(`The database returned another shape than the code reads: ${fields.join(', ')}`)
}

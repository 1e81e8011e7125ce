// A prepared statement that answers many requests: each asks for a row of the table `asked`.
import { type SQL, sql } from 'drizzle-orm'
import { readTogether } from '../../../auth/db/read-together.ts'
import { databaseFault } from './database-fault.ts'

/**
 * The table `asked` of a statement for readRowsTogether; `columns` are names and types of what one
 * request asks for. Its condition is true of every row. For it PostgreSQL expects one row, not a
 * hundred, and so reads what a row asks for by its key instead of whole tables.
 */
export function askedRows(columns: SQL): SQL {
  return sql`(select * from rows from (json_to_recordset(${sql.placeholder('asked')})
    as (number int, ${columns})) with ordinality rows where number = ordinality) asked`
}

/** The number of the asked row, to be selected with what was found for it. */
export const askedNumber = sql<number>`asked.number`

/**
 * Returns a function that reads one, together with others that are asked for at once (readTogether),
 * by one call of `statement`. undefined: nothing was found.
 */
export function readRowsTogether<Asked extends object, Row extends { number: number }, Found>(
  statement: { execute(values: { asked: string }): Promise<Row[]> },
  toFound: (row: Row) => Found,
): (request: Asked) => Promise<Found | undefined> {
  const together = readTogether(read)
  return (one) =>
    together(one).catch(async (error: unknown) => {
      if (!areValuesRefused(error)) throw error
      // Perhaps another's values.
      return (await read([one]))[0]
    })

  async function read(request: Asked[]): Promise<Found[]> {
    const rows = request.map((one, place) => ({ ...one, number: place + 1 }))
    const found: Found[] = []
    for (const row of await statement.execute({ asked: JSON.stringify(rows) }))
      found[row.number - 1] = toFound(row)
    return found
  }
}

/** SQLSTATE class 22, 'data exception'. */
function areValuesRefused(error: unknown): boolean {
  return databaseFault(error)?.state.startsWith('22') ?? false
}

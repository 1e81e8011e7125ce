import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Queryable } from './database.ts'

/** Lets pg-boss write a job in the caller's transaction `tx`. */
export function jobsDatabase(tx: Queryable) {
  return fromDrizzle(tx, sql)
}

type Statement = { text: string; values: unknown[] }

/** Collects the statement by which pg-boss would write the job `id`, for `runStatement`. */
export function collectStatement(id: string) {
  const collected: Statement[] = []
  const db = {
    async executeSql(text: string, values: unknown[] = []) {
      collected.push({ text, values })
      return { rows: [{ id }] }
    },
  }
  return { db, collected }
}

/** Starts the statement before it returns; planned once per connection. */
export function runStatement(q: Queryable, name: string, { text, values }: Statement) {
  const query = { sql: text, params: values }
  return q._.session.prepareQuery(query, undefined, name, false).execute()
}

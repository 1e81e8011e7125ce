import type { Queryable } from './database.ts'
import { prepareNamed } from './drizzle-session.ts'

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

/**
 * Starts the statement before it returns; planned once per connection. Fails when it writes no job.
 */
export function runStatement(q: Queryable, name: string, { text, values }: Statement) {
  const sql = `with done as (${text}) select refuse_unless(exists (select from done), 'no_job_added')`
  return prepareNamed(q, name, { sql, params: values }).execute()
}

import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Queryable } from './database.ts'

/** pg-boss access to the caller's transaction `tx`: the job is committed or rolled back with it. */
export function jobsDatabase(tx: Queryable) {
  return fromDrizzle(tx, sql)
}

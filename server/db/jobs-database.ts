import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Queryable } from './database.ts'

/** The queue's access to the caller's transaction `tx`, so that a job is written with it or not at all. */
export function jobsDatabase(tx: Queryable) {
  return fromDrizzle(tx, sql)
}

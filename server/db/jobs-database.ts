import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Queryable } from './database.ts'

/** Lets pg-boss write a job in the caller's transaction `tx`. */
export function jobsDatabase(tx: Queryable) {
  return fromDrizzle(tx, sql)
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

/** Asks the database for nothing; rejects when it does not answer. */
export async function askDatabase(q: Queryable): Promise<void> {
  await q.execute(sql`select 1`)
}

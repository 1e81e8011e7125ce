import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

/** Rejects when the database does not respond. */
export async function pingDatabase(q: Queryable): Promise<void> {
  await q.execute(sql`select 1`)
}

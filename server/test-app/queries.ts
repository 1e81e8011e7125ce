// SQL for tests: what the database holds as a whole.
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { accessGrants, members } from '../db/schema.ts'

/**
 * Every table of the product and every job that waits, each as a fingerprint of its rows: two are
 * equal when nothing was written in between.
 */
export async function everythingStored(q: Queryable): Promise<Record<string, string>> {
  const { rows: tables } = await q.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE'
        and (table_schema = 'public' or (table_schema, table_name) = ('jobs', 'job'))
      order by 1`,
  )
  const stored: Record<string, string> = {}
  for (const { name } of tables) {
    // A job changes by itself while it is worked on; what it says does not.
    const row = name === 'jobs.job' ? sql`t.id::text || t.data::text` : sql`t::text`
    const { rows } = await q.execute<{ fingerprint: string }>(
      sql`select count(*) || ' ' || coalesce(md5(string_agg(${row}, ';' order by ${row})), '') as fingerprint
        from ${sql.raw(name)} t`,
    )
    stored[name] = rows[0]?.fingerprint ?? ''
  }
  return stored
}

export async function addAccessGrant(
  q: Queryable,
  grant: typeof accessGrants.$inferInsert,
): Promise<void> {
  await q.insert(accessGrants).values(grant)
}

export async function markNhsConfirmed(q: Queryable, memberId: number, at: Date): Promise<void> {
  await q.update(members).set({ nhsConfirmedAt: at }).where(eq(members.id, memberId))
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../server/db/database.ts'

export async function listPromised(q: Queryable): Promise<string[]> {
  const { rows } = await q.execute<{ reader: string }>(sql`
    select replace(cause, 'result ', 'man-') || '@example.org' as reader from notices order by id`)
  return rows.map(({ reader }) => reader)
}

export async function countUnfinished(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    select count(*) as count from jobs.job where name = 'mail'
      and state in ('created', 'retry', 'active')`)
  return rows[0]?.count ?? 0
}

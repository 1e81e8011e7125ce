import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../server/platform/db/database.ts'

/** Addresses of those whose fact was committed, so that each must get one mail. */
export async function listRecipients(q: Queryable): Promise<string[]> {
  const { rows } = await q.execute<{ recipient: string }>(sql`
    select replace(cause, 'result ', 'man-') || '@example.org' as recipient
      from notices order by id`)
  return rows.map(({ recipient }) => recipient)
}

export async function countUnfinished(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    select count(*) as count from jobs.job where name = 'mail'
      and state in ('created', 'retry', 'active')`)
  return rows[0]?.count ?? 0
}

/** Leaves a sent mail in its job, so that a retry of the job sends it again. */
export async function dropBlanking(owner: Queryable): Promise<void> {
  await owner.execute(sql`
    create function stay_unsent() returns trigger language plpgsql as $$
      begin
        new.data := old.data;
        return new;
      end
    $$`)
  await owner.execute(sql`
    create trigger stay_unsent before update on jobs.job
      for each row execute function stay_unsent()`)
}

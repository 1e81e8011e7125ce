import { and, eq, sql } from 'drizzle-orm'
import type { StoredJob } from '../messages/mails/sealed-mail.ts'
import type { Queryable } from '../platform/db/database.ts'
import { newsletterSubscriptions as subscriptions } from '../platform/db/schema.ts'

type JobKey = Pick<StoredJob, 'queue' | 'id'>

/** Whether a newer message of these kinds about the same subject waits or is being sent. */
export async function isReplaced(
  q: Queryable,
  { queue, id, kinds, reference }: JobKey & { kinds: readonly string[]; reference: string },
): Promise<boolean> {
  const { rows } = await q.execute(sql`
    select 1 from jobs.job newer, jobs.job this
      where this.name = ${queue} and this.id = ${id}::uuid and newer.name = ${queue}
        and newer.state in ('created', 'retry', 'active')
        and split_part(newer.data->>'about', ' ', 2) = ${reference}
        and split_part(newer.data->>'about', ' ', 1) = any(${sql.param([...kinds])}::text[])
        and (newer.created_on, newer.id) > (this.created_on, this.id)
      limit 1`)
  return rows.length > 0
}

/** Ends the running attempt; the job begins again after so many seconds, its attempts not counted. */
export async function postpone(
  q: Queryable,
  { queue, id, seconds }: JobKey & { seconds: number },
): Promise<void> {
  await q.execute(sql`
    update jobs.job set state = 'created', retry_count = 0, started_on = null,
        start_after = now() + make_interval(secs => ${seconds})
      where name = ${queue} and id = ${id}::uuid and state = 'active'`)
}

/** Whether the address of this subscription still wants newsletters. */
export async function isSubscribed(q: Queryable, subscriptionId: string): Promise<boolean> {
  const where = and(eq(subscriptions.id, subscriptionId), eq(subscriptions.state, 'confirmed'))
  return (await q.$count(subscriptions, where)) > 0
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

const FAILED_MAIL_DAYS = 30

/** Removes a sent mail from its job, except `about`. */
export async function blankMail(q: Queryable, id: string): Promise<void> {
  await q.execute(sql`
    update jobs.job set data = ${blank} where name = 'mail' and id = ${id}::uuid`)
}

/** Blanks completed mails that still hold data, and stores failed ones for 30 days. */
export async function cleanUpMails(q: Queryable): Promise<void> {
  await q.execute(sql`
    update jobs.job set data = ${blank}, output = null where name = 'mail'
      and state = 'completed' and (data->'sealed' is not null or data->'to' is not null)`)
  const seconds = FAILED_MAIL_DAYS * 86_400
  await q.execute(sql`
    update jobs.job set deletion_seconds = ${seconds} where name = 'mail'
      and state = 'failed' and deletion_seconds < ${seconds}`)
}

export type FailedMail = { id: string; failedAt: Date; data: unknown; output: unknown }

/** Mails that ran out of retries, oldest first. */
export async function listFailedMails(q: Queryable): Promise<FailedMail[]> {
  const { rows } = await q.execute<{ id: string; at: string; data: unknown; output: unknown }>(sql`
    select id, completed_on as at, data, output from jobs.job
      where name = 'mail' and state = 'failed' order by completed_on, id`)
  return rows.map(({ id, at, data, output }) => ({ id, failedAt: new Date(at), data, output }))
}

export async function listUnsentMails(
  q: Queryable,
): Promise<{ id: string; queuedAt: Date; state: string; data: unknown }[]> {
  const { rows } = await q.execute<{ id: string; at: string; state: string; data: unknown }>(sql`
    select id, created_on as at, state, data from jobs.job
      where name = 'mail' and state in ('created', 'retry', 'active', 'failed')
      order by created_on, id`)
  return rows.map(({ id, at, state, data }) => ({ id, queuedAt: new Date(at), state, data }))
}

/** Retries a failed mail, for three days; false when there is no such mail. */
export async function retryFailedMail(q: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await q.execute(sql`
    update jobs.job set state = 'retry', retry_count = 0, completed_on = null, output = null,
        start_after = now(), keep_until = now() + interval '14 days'
      where name = 'mail' and state = 'failed' and id = ${id}::uuid`)
  return rowCount === 1
}

const blank = sql`jsonb_strip_nulls(jsonb_build_object('about', data->'about'))`

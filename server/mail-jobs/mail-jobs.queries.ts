import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { prepareSql } from '../db/prepared-query.ts'

const FAILED_MAIL_DAYS = 30

/** Removes a sent mail from its job, except `about`. */
export async function blankMail(q: Queryable, id: string): Promise<void> {
  await mailToBlank(q).execute({ id })
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

export type MailJob = {
  id: string
  queuedAt: Date
  isFailed: boolean
  data: unknown
  output: unknown
}

/** Unsent mails, oldest first; `after` is the last row so far. */
export async function listMailJobs(
  q: Queryable,
  of: {
    tab: 'failed' | 'waiting'
    after: { at: string; id: string } | null
    limit: number
  },
): Promise<MailJob[]> {
  const { after, limit } = of
  const { rows } = await q.execute<{
    id: string
    at: string
    state: string
    data: unknown
    output: unknown
  }>(sql`
    select id, ${queuedAt} as at, state, data, output from jobs.job
      where name = 'mail' and ${isIn(of.tab)}
        ${after ? sql`and (${queuedAt}, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by ${queuedAt}, id limit ${limit}`)
  return rows.map(({ id, at, state, data, output }) => ({
    id,
    queuedAt: new Date(at),
    isFailed: state === 'failed',
    data,
    output,
  }))
}

export async function countMailJobs(q: Queryable): Promise<{ failed: number; waiting: number }> {
  const { rows } = await q.execute<{ failed: number; waiting: number }>(sql`
    select count(*) filter (where ${isIn('failed')})::int as failed,
        count(*) filter (where ${isIn('waiting')})::int as waiting
      from jobs.job where name = 'mail' and state <> 'completed'`)
  return rows[0] ?? { failed: 0, waiting: 0 }
}

/** Retries a failed mail, for three days; false when there is no such mail. */
export async function retryFailedMail(q: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await q.execute(sql`
    update jobs.job set state = 'retry', retry_count = 0, completed_on = null, output = null,
        start_after = now(), keep_until = now() + interval '14 days'
      where name = 'mail' and state = 'failed' and id = ${id}::uuid`)
  return rowCount === 1
}

// Without the microseconds that JSON leaves out.
const queuedAt = sql`date_trunc('milliseconds', created_on)`

function isIn(tab: 'failed' | 'waiting'): SQL {
  return tab === 'failed' ? sql`state = 'failed'` : sql`state in ('created', 'retry', 'active')`
}

const blank = sql`jsonb_strip_nulls(jsonb_build_object('about', data->'about'))`

const mailToBlank = prepareSql(
  'blank_mail',
  () =>
    sql`update jobs.job set data = ${blank} where name = 'mail' and id = ${sql.placeholder('id')}::uuid`,
)

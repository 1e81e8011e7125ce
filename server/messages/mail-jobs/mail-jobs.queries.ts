import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareSql } from '../../platform/db/prepared-query.ts'
import type { StoredJob } from '../mails/sealed-mail.ts'

const FAILED_MAIL_DAYS = 30

/** Removes a sent message from its job, except `about`. */
export async function blankMail(q: Queryable, job: Pick<StoredJob, 'queue' | 'id'>): Promise<void> {
  await jobToBlank(q).execute(job)
}

/** Ends the running attempt of a job that no retry would help; nothing when another has begun. */
export async function failForGood(
  q: Queryable,
  job: { queue: string; id: string; retryCount: number; output: object },
): Promise<void> {
  await q.execute(sql`
    update jobs.job set state = 'failed', completed_on = now(), output = ${JSON.stringify(job.output)}::jsonb
      where name = ${job.queue} and id = ${job.id}::uuid and state = 'active'
        and retry_count = ${job.retryCount}`)
}

/** Blanks completed messages that still hold data, and stores failed ones for 30 days. */
export async function cleanUpMails(q: Queryable): Promise<void> {
  await q.execute(sql`
    update jobs.job set data = ${BLANK}, output = null where ${isMessage}
      and state = 'completed' and (data->'sealed' is not null or data->'to' is not null)`)
  const seconds = FAILED_MAIL_DAYS * 86_400
  await q.execute(sql`
    update jobs.job set deletion_seconds = ${seconds} where ${isMessage}
      and state = 'failed' and deletion_seconds < ${seconds}`)
}

export type FailedMail = StoredJob & { failedAt: Date; output: unknown }

/** Mails and SMS that ran out of retries, oldest first. */
export async function listFailedMails(q: Queryable): Promise<FailedMail[]> {
  const { rows } = await q.execute<StoredJob & { at: string; output: unknown }>(sql`
    select name as queue, id, completed_on as at, data, output from jobs.job
      where ${isMessage} and state = 'failed' order by completed_on, id`)
  return rows.map(({ at, ...job }) => ({ ...job, failedAt: new Date(at) }))
}

/** Found by the index of their recipients, oldest first; those of before the index come too. */
export async function listUnsentMails(
  q: Queryable,
  recipients: readonly string[],
  most: number | null,
): Promise<(StoredJob & { queuedAt: Date; state: string })[]> {
  const { rows } = await q.execute<StoredJob & { at: string; state: string }>(sql`
    select name as queue, id, created_on as at, state, data from jobs.job
      where ${isMessage} and state <> 'completed'
        and coalesce(data->>'recipient', '') = any(${sql.param(['', ...recipients])}::text[])
        and state in ('created', 'retry', 'active', 'failed')
      order by created_on, id limit ${most}::int`)
  return rows.map(({ at, ...job }) => ({ ...job, queuedAt: new Date(at) }))
}

/** Whether a mail to this recipient ran out of retries, and nobody has sent it again. */
export async function hasFailedMail(q: Queryable, recipient: string): Promise<boolean> {
  const { rows } = await q.execute(sql`
    select from jobs.job where ${isMessage} and name = 'mail' and state <> 'completed' and state = 'failed'
      and coalesce(data->>'recipient', '') = ${recipient} limit 1`)
  return rows.length > 0
}

export type MailJob = StoredJob & { queuedAt: Date; isFailed: boolean; output: unknown }

/** Unsent mails and SMS, oldest first; `after` is the last row so far. */
export async function listMailJobs(
  q: Queryable,
  of: {
    tab: 'failed' | 'waiting'
    after: { at: string; id: string } | null
    limit: number
  },
): Promise<MailJob[]> {
  const { after, limit } = of
  const { rows } = await q.execute<StoredJob & { at: string; state: string; output: unknown }>(sql`
    select name as queue, id, ${queuedAt} as at, state, data, output from jobs.job
      where ${isMessage} and ${isIn(of.tab)}
        ${after ? sql`and (${queuedAt}, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by ${queuedAt}, id limit ${limit}`)
  return rows.map(({ at, state, ...job }) => ({
    ...job,
    queuedAt: new Date(at),
    isFailed: state === 'failed',
  }))
}

/** Of these `about`, those whose newest mail or SMS ran out of retries in the last 30 days. */
export async function listUndelivered(q: Queryable, abouts: readonly string[]): Promise<string[]> {
  if (abouts.length === 0) return []
  const { rows } = await q.execute<{ about: string }>(sql`
    select distinct about from (
        select distinct on (name, data->>'about') data->>'about' as about, state from jobs.job
          where ${isMessage} and data->>'about' = any(${sql.param([...abouts])}::text[])
          order by name, data->>'about', created_on desc) newest
      where state = 'failed'`)
  return rows.map(({ about }) => about)
}

export async function countMailJobs(q: Queryable): Promise<{ failed: number; waiting: number }> {
  const { rows } = await q.execute<{ failed: number; waiting: number }>(sql`
    select count(*) filter (where ${isIn('failed')})::int as failed,
        count(*) filter (where ${isIn('waiting')})::int as waiting
      from jobs.job where ${isMessage} and state <> 'completed'`)
  return rows[0] ?? { failed: 0, waiting: 0 }
}

/** Mails that have not left although their time has come. */
export async function countDueMails(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ due: number }>(sql`
    select count(*)::int as due from jobs.job
      where name = 'mail' and state in ('created', 'retry', 'active')
        and (state <> 'created' or start_after <= now())`)
  return rows[0]?.due ?? 0
}

/** Retries a failed mail or SMS, for three days; false when there is none. */
export async function retryFailedMail(q: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await q.execute(sql`
    update jobs.job set state = 'retry', retry_count = 0, completed_on = null, output = null,
        start_after = now(), keep_until = now() + interval '14 days'
      where ${isMessage} and state = 'failed' and id = ${id}::uuid`)
  return rowCount === 1
}

const isMessage = sql`name in ('mail', 'sms')`

// Without the microseconds that JSON leaves out.
const queuedAt = sql`date_trunc('milliseconds', created_on)`

function isIn(tab: 'failed' | 'waiting'): SQL {
  return tab === 'failed' ? sql`state = 'failed'` : sql`state in ('created', 'retry', 'active')`
}

/** The data of the job of a sent message. */
export const BLANK = sql`jsonb_strip_nulls(jsonb_build_object('about', data->'about'))`
export const isMessageJob = sql`name = ${sql.placeholder('queue')} and id = ${sql.placeholder('id')}::uuid`

const jobToBlank = prepareSql(
  'blank_mail',
  () => sql`update jobs.job set data = ${BLANK} where ${isMessageJob}`,
)

/** A mail or SMS that is not being sent at the moment. */
export async function deleteUnsent(q: Queryable, { queue, id }: StoredJob): Promise<void> {
  await q.execute(
    sql`delete from jobs.job where name = ${queue} and id = ${id}::uuid and state <> 'active'`,
  )
}

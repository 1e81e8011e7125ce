import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareSql } from '../../platform/db/prepared-query.ts'
import { OFFICE_MESSAGE } from '../mails/leaving.ts'
import type { StoredJob } from '../mails/sealed-mail.ts'
import { BLANK, isMessageJob } from './mail-jobs.queries.ts'

/**
 * Removes a sent message from its job, and keeps its words in the record of the member whose
 * appointment it is about or to whom the office wrote; others are not kept.
 */
export async function keepSentText(
  q: Queryable,
  sent: Pick<StoredJob, 'queue' | 'id'> & { about: string; sealed: Buffer },
): Promise<void> {
  await jobToKeep(q).execute(sent)
}

const jobToKeep = prepareSql(
  'keep_sent_words',
  () => sql`
    with blanked as (update jobs.job set data = ${BLANK} where ${isMessageJob})
    insert into sent_messages (member_id, job_id, queue, about, sealed, sent_at)
      select member_id, ${sql.placeholder('id')}::uuid, ${sql.placeholder('queue')}::text,
          ${sql.placeholder('about')}::text, ${sql.placeholder('sealed')}::bytea, now()
        from (select member_id from appointments
            where reference = split_part(${sql.placeholder('about')}::text, ' ', 2)
          union all select id from members where id = case
            when split_part(${sql.placeholder('about')}::text, ' ', 1) = ${OFFICE_MESSAGE}
            then split_part(${sql.placeholder('about')}::text, ' ', 2)::bigint end) about (member_id)
      on conflict (job_id) do nothing`,
)

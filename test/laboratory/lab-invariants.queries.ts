// What a kill must not leave behind, in the files of one laboratory.
import type pg from 'pg'

/** Of `halvesOf` and `wrongCountsOf`: each file has so many rows, all of which are committed. */
export const ROWS = 3

/** Nothing is half, also while an import or a commit goes on. */
export async function halvesOf(pool: pg.Pool, labId: number): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `with own as (select * from lab_results where lab_id = $1),
       files as (select * from result_imports where lab_id = $1)
     select 'an import is half' as what from files
       where (select count(*) from result_import_rows where import_id = files.id)
         <> case when state = 'reading' then 0 else ${ROWS} end
     union all select 'a row is half' from result_import_rows r join files on files.id = import_id
       where (r.state = 'committed') <> exists (select from own where own.id = r.lab_result_id)
     union all select 'a result is half' from own
       where not exists (select from result_import_rows where lab_result_id = own.id)
     union all select 'a review is half' from own
       -- Which review a result waits for is sealed; each change counts its version on.
       where version - 1 <> (select count(*) from result_reviews where lab_result_id = own.id)
         or (state <> 'review' or taken_back_by is not null) and not exists
           (select from result_reviews where lab_result_id = own.id)
     union all select 'a release is half' from own
       where (state = 'released') <> exists (select from results where id = own.result_id)
         or (state = 'released' or taken_back_by is not null) <> exists
           (select from result_reviews where lab_result_id = own.id and kind = 'released')
     union all select 'a taking back is half' from own
       where (taken_back_by is not null) <> exists
           (select from result_reviews where lab_result_id = own.id and kind = 'taken back')
         or (taken_back_by is not null) <> exists
           (select from care_loops where lab_result_id = own.id and kind = 'incident')
         or taken_back_by is not null and not exists
           (select from results where id = own.taken_back_by and supersedes_id is not null)
     union all select 'a request to take back is half' from own
       where exists (select from care_loops where lab_result_id = own.id and kind = 'take_back')
         <> exists (select from result_reviews where lab_result_id = own.id and kind = 'take back asked')
     union all select 'a choice is half' from own
       where exists (select from result_reviews where lab_result_id = own.id and kind = 'chosen')
         and exists (select from care_loops where appointment_id = own.appointment_id
           and kind = 'consent_withdrawn' and closed_at is null)
     union all select 'a change is not in the audit log' from own
       where (select count(*) from result_reviews where lab_result_id = own.id)
         <> (select count(*) from audit_log
           where subject = 'laboratory result ' || own.id and details ? 'after')`,
    [labId],
  )
  return rows.map(({ what }) => what)
}

/** After a file was imported and committed, and its first result reviewed twice, chosen, released and taken back. */
export async function wrongCountsOf(pool: pg.Pool, labId: number): Promise<string[]> {
  const { rows } = await pool.query<Record<string, number>>(
    `with own as (select * from lab_results where lab_id = $1),
       files as (select * from result_imports where lab_id = $1)
     select (select count(*)::int from files where state = 'committed') as imports,
       (select count(*)::int from own) as found,
       (select count(*)::int from result_reviews where lab_result_id in (select id from own))
         as reviews,
       (select count(*)::int from results
         where appointment_id in (select appointment_id from own)) as released,
       (select count(*)::int from audit_log where action = 'results imported'
         and subject in (select 'result import ' || id from files)) as "audited imports"`,
    [labId],
  )
  const wanted = { imports: 1, found: ROWS, reviews: 6, released: 2, 'audited imports': 1 }
  return Object.entries(wanted).flatMap(([what, count]) =>
    rows[0]?.[what] === count ? [] : `${rows[0]?.[what]} ${what} instead of ${count}`,
  )
}

/**
 * Nothing of one member stands in the place of another's, and no released result is of a sample that
 * was undone; results of appointments at which no sample was ever recorded are apart.
 */
export async function wrongOwnersOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'laboratory result ' || l.id || ' replaces one of another member' as what
       from lab_results l join lab_results former on former.id = l.replaces_id
       where former.member_id <> l.member_id
     union all select 'result ' || r.id || ' replaces one of another member'
       from results r join results former on former.id = r.supersedes_id
       where former.member_id <> r.member_id
     union all select 'laboratory result ' || l.id || ' is released without a sample that stands'
       from lab_results l
       where l.state = 'released' and not l.is_withdrawal
         and not exists (select from lab_results later where later.replaces_id = l.id)
         and exists (select from attendance_actions a where a.appointment_id = l.appointment_id
           and a.type = 'sample' and a.status <> 'refused')
         and not exists (select from attendance_actions a where a.appointment_id = l.appointment_id
           and a.type = 'sample' and a.status <> 'refused'
           and not exists (select from attendance_actions u
             where u.undoes = a.action_id and u.status <> 'refused'))`,
  )
  return rows.map(({ what }) => what)
}

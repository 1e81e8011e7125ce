import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'

/**
 * SQL on `merged_results named`: whether the naming stands. The result's record, or the one into which
 * it was merged first, is still part of the record that reads it; a naming before a parting has ended.
 */
export const isNamingStanding = sql`exists (select from results mine
  join members merged on merged.id = mine.member_id and merged.merged_into = named.member_id
  where mine.id = named.result_id and not exists (
    select from member_partings parting join member_merges ended on ended.id = parting.merge_id
      where parting.at >= named.at and ended.kept_id = named.member_id
        and (ended.merged_id = merged.id or ended.merged_id in (
          select earlier.kept_id from member_merges earlier where earlier.merged_id = merged.id))))`

/** SQL: whether somebody named the result for this member, and the naming stands. */
export function isNamedFor(memberId: number | SQLWrapper, result: SQLWrapper): SQL {
  return sql`exists (select from merged_results named where named.result_id = ${result}
    and named.member_id = ${memberId} and ${isNamingStanding})`
}

/**
 * SQL: whether the member may read the result: their own, or one of a record that was merged into
 * theirs and that an admin named as theirs (docs/decisions/0032). `result` is an id of a result.
 */
export function isReadBy(memberId: number | SQLWrapper, result = sql`results.id`): SQL {
  return sql`${result} in (select own.id from results own where own.member_id = ${memberId}
    union all select named.result_id from merged_results named
      where named.member_id = ${memberId} and ${isNamingStanding})`
}

/** Lets the record that was kept read a result of one that is part of it; does nothing for any other. */
export async function nameForKept(
  q: Queryable,
  { resultId, namedBy, at }: { resultId: number; namedBy: number; at: Date },
): Promise<void> {
  await q.execute(sql`insert into merged_results (result_id, member_id, named_by, at)
    select given.id, own.merged_into, ${namedBy}, ${at.toISOString()}::timestamptz
      from results given join members own on own.id = given.member_id
      where given.id = ${resultId} and own.merged_into is not null
    on conflict do nothing`)
}

/** SQL: the member who reads the result; the merged record itself while nobody has named it. */
export const reader = sql`coalesce((select named.member_id from merged_results named
    join members kept on kept.id = named.member_id
    where named.result_id = results.id and kept.merged_into is null and ${isNamingStanding}
    limit 1), results.member_id)`

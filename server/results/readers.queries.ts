import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * SQL: whether the member may read the result: their own, or one of a record that was merged into
 * theirs and that an admin named as theirs (docs/decisions/0032). `result` is an id of a result.
 */
export function isReadBy(memberId: number | SQLWrapper, result = sql`results.id`): SQL {
  return sql`${result} in (select own.id from results own where own.member_id = ${memberId}
    union all select named.result_id from merged_results named where named.member_id = ${memberId})`
}

/** SQL: the member who reads the result; the merged record itself while nobody has named it. */
export const reader = sql`coalesce((select named.member_id from merged_results named
    join members kept on kept.id = named.member_id
    where named.result_id = results.id and kept.merged_into is null), results.member_id)`

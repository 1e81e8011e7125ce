import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL: a clinician chose that the GP alone reads the result, or a letter gave the GP one in that way
 * which this one replaces, directly or through others.
 */
export function isForGpOnly(resultId: SQL): SQL<boolean> {
  return sql<boolean>`exists (
    with recursive given as (
      select first.id, first.supersedes_id, first.source, first.released_at from results first
        where first.id = ${resultId}
      union all
      select before.id, before.supersedes_id, before.source, before.released_at
        from results before join given on before.id = given.supersedes_id)
    select 1 from given where given.source = 'laboratory' and given.released_at is null
      and (given.id = ${resultId} or exists (select 1 from result_letters told
        where told.result_id = given.id and told.recipient = 'gp' and told.state = 'posted')))`
}

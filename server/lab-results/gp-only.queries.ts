import { type SQL, sql } from 'drizzle-orm'

/** SQL: a clinician chose that the GP alone reads the result. */
export function isForGpOnly(resultId: SQL): SQL<boolean> {
  return sql<boolean>`exists (select 1 from lab_results given
    where given.result_id = ${resultId} and given.is_for_gp_only)`
}

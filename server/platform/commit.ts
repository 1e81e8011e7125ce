import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'

type CommitDeps = Pick<Deps, 'database'> & {
  jobs: Pick<Deps['jobs'], 'kick'>
  cache: Pick<Deps['cache'], 'clear'>
}

/**
 * Runs `work` in one transaction (see Database.transaction) and returns its result; after the
 * commit, queued jobs are fetched at once and the response cache is cleared.
 */
export async function commit<T>(
  { database, jobs, cache }: CommitDeps,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await database.transaction(work)
  jobs.kick()
  cache.clear()
  return result
}

import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'

type CommitDeps = Pick<Deps, 'database'> & {
  jobs: Pick<Deps['jobs'], 'kick'>
  cache: Pick<Deps['cache'], 'clear'>
}

/** After the commit, fetches queued jobs at once and clears the response cache. */
export async function commit<T>(
  { database, jobs, cache }: CommitDeps,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await database.transaction(work)
  jobs.kick()
  cache.clear()
  return result
}

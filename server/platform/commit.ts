import type { Queryable, Tx } from '../db/database.ts'
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

/** The same for a transaction in one round trip (see Database.sendTransaction). */
export async function commitStatements(
  { database, jobs, cache }: CommitDeps,
  work: (q: Queryable) => Promise<unknown>[],
): Promise<void> {
  await database.sendTransaction(work)
  jobs.kick()
  cache.clear()
}

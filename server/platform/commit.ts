import type { Queryable, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'

type CommitDeps = Pick<Deps, 'database'> & {
  jobs: Pick<Deps['jobs'], 'kick'>
  cache: Pick<Deps['cache'], 'invalidate'>
  /** Events whose places `work` may change; any event unless given. */
  eventIds?: readonly number[]
}

/** After the commit, fetches queued jobs at once and makes responses about the events stale. */
export async function commit<T>(
  { database, jobs, cache, eventIds }: CommitDeps,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await database.transaction(work)
  jobs.kick()
  cache.invalidate(eventIds)
  return result
}

/** The same for a transaction in one round trip (see Database.sendTransaction). */
export async function commitStatements(
  { database, jobs, cache, eventIds }: CommitDeps,
  work: (q: Queryable) => Promise<unknown>[],
): Promise<void> {
  await database.sendTransaction(work)
  jobs.kick()
  cache.invalidate(eventIds)
}

import type { Deps } from '../deps.ts'
import type { Database, Queryable, Started, Tx } from './db/database.ts'
import type { TextRow } from './db/statement-batch.ts'
import { collectQueues } from './queues-of-work.ts'

type CommitDeps = {
  jobs: Pick<Deps['jobs'], 'kick'>
  cache: Pick<Deps['cache'], 'invalidate'>
  /** Events whose places or words `work` may change; none unless given. */
  eventIds?: readonly number[] | 'any'
}

/** After the commit, fetches queued jobs at once and makes responses about the events stale. */
export async function commit<T>(
  deps: CommitDeps & { database: Pick<Database, 'transaction'> },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return announce(deps, () => deps.database.transaction(work))
}

/** The same for a transaction in one round trip (see Database.sendTransaction). */
export async function commitStatements(
  deps: CommitDeps & { database: Pick<Database, 'sendTransaction'> },
  work: (q: Queryable) => Started[],
): Promise<TextRow[]> {
  return announce(deps, () => deps.database.sendTransaction(work))
}

async function announce<T>(
  { jobs, cache, eventIds = [] }: CommitDeps,
  work: () => Promise<T>,
): Promise<T> {
  const { result, queues } = await collectQueues(work)
  jobs.kick(queues)
  cache.invalidate(eventIds)
  return result
}

import type { Deps } from '../deps.ts'
import { createResponseCache } from '../platform/cache/response-cache.ts'
import { joinTransaction, type Tx } from '../platform/db/database.ts'

/** Nothing of the demonstration is sent, and no page is there that could be stale. */
const NO_JOBS: Deps['jobs'] = {
  enqueue: () => Promise.reject(new Error('the demo data send nothing')),
  prepare: () => Promise.reject(new Error('the demo data send nothing')),
  kick: () => undefined,
  ready: () => true,
  stop: () => Promise.resolve(),
}

/** For acts of the site within the transaction of the demonstration's data. */
export function demoDeps(tx: Tx, own: Pick<Deps, 'fieldKeys' | 'now'>) {
  const cache = createResponseCache({ maxAge: 0, max: 1, now: own.now })
  return { ...own, database: joinTransaction(tx), jobs: NO_JOBS, cache }
}

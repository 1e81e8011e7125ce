import { pagesOf } from '../../domain/search-events.ts'
import type { Deps } from '../deps.ts'
import { countListedEvents } from './events.queries.ts'

/** The last page of the list of all events that have not ended; 0 without any. Cached. */
export async function lastEventPage({
  database,
  cache,
  now,
}: Pick<Deps, 'database' | 'cache' | 'now'>): Promise<number> {
  const make = async () => ({
    type: 'text/plain',
    body: String(await countListedEvents(database.db, now())),
  })
  const { body } = await cache.answer('number of events', make)
  return pagesOf(Number(body.toString()))
}

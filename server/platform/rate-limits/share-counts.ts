import { isDatabaseUnavailable } from '../../../auth/db/database-unavailable.ts'
import type { Deps } from '../../deps.ts'
import type { ShareCount } from '../http/request-limits.ts'
import { addToCount } from './rate-limits.queries.ts'

/** Request counts of all processes, on one or several machines. Rejects when they cannot be shared. */
export function shareCounts(
  { database, fieldKeys }: Pick<Deps, 'database' | 'fieldKeys'>,
  onError: (error: unknown) => void,
): ShareCount {
  return async ({ kind, prefix }, added, windowStartsAt) => {
    const rule = `requests: ${kind}`
    const key = { rule, subject: fieldKeys.blindIndex(prefix, rule) }
    try {
      return await addToCount(database.db, key, { added, windowStartsAt })
    } catch (error) {
      if (!isDatabaseUnavailable(error)) onError(error)
      throw error
    }
  }
}

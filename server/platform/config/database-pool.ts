/** Connections of all server processes of a machine, unless DATABASE_POOL says otherwise. */
export const POOL = 80
/** A process needs one for its jobs and some for requests that wait for each other's rows. */
export const LEAST_EACH = 4
/** More than this is no faster on a few cores, so only a chosen number goes beyond it. */
const MOST_EACH = 20

/** The connections that each of `workers` processes may open. */
export function connectionsEach(pool: number | undefined, workers: number): number {
  if (pool !== undefined) return Math.floor(pool / workers)
  return Math.min(MOST_EACH, Math.floor(POOL / workers))
}

/** Null when the connections of this machine fit those that PostgreSQL admits to all. */
export function whyTooMany(
  { connections, workers }: { connections: number; workers: number },
  admitted: number,
): string | null {
  const all = connections * workers
  if (all <= admitted) return null
  return `DATABASE_POOL lets this machine open ${all} connections and PostgreSQL admits ${admitted} to all: lower it, or raise max_connections`
}

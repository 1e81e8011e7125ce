import type { Queryable } from './database.ts'

/**
 * A hot query, built and named once for each database: drizzle spends longer on building a statement
 * than PostgreSQL on answering it. Within a transaction it is built anew, and still planned once.
 */
export function prepareQuery<T>(build: (q: Queryable) => T): (q: Queryable) => T {
  const built = new WeakMap<Queryable, T>()
  return (q) => {
    const known = built.get(q)
    if (known !== undefined) return known
    const query = build(q)
    built.set(q, query)
    return query
  }
}

import type { Queryable } from './database.ts'

/** Once per database: drizzle takes longer to build a query than PostgreSQL to run it. */
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

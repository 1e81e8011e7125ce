// What is used of drizzle beyond its documented API stands here alone; drizzle-session.test.ts
// tells when an upgrade changes it.
import {
  PgDatabase,
  type PgDialect,
  type PgPreparedQuery,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

/** A statement that is planned once per connection, by its name; its rows are not mapped. */
export function prepareNamed(
  q: Queryable,
  name: string,
  query: { sql: string; params: unknown[] },
): PgPreparedQuery<PreparedQueryConfig> {
  return q._.session.prepareQuery(query, undefined, name, false)
}

/** Builds its statements by `dialect`, and sends them where `q` does. */
export function withDialect(q: Queryable, dialect: PgDialect): Queryable {
  return new PgDatabase(dialect, q._.session, undefined) as unknown as Queryable
}

import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'
import { prepareNamed, withDialect } from './drizzle-session.ts'

/**
 * Built once per connection: drizzle takes longer to build a query than PostgreSQL to run it. What
 * is not a placeholder is written into the text of the statement, so that PostgreSQL knows it (and
 * the partial index that suits it) when it plans the statement once for all values.
 */
export function prepareQuery<T>(build: (q: Queryable) => T): (q: Queryable) => T {
  const built = new WeakMap<Queryable, T>()
  return (q) => {
    const known = built.get(q)
    if (known !== undefined) return known
    const query = build(withDialect(q, dialect))
    built.set(q, query)
    return query
  }
}

/** A placeholder of each name, by its name: the values of an insert, or what a statement is about. */
export function placeholders<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as {
    [K in Name]: Placeholder<K>
  }
}

/** A named prepared statement of a template with placeholders; its rows are not mapped. */
export function prepareSql(
  name: string,
  build: (q: Queryable) => SQL,
): (q: Queryable) => PgPreparedQuery<PreparedQueryConfig> {
  return prepareQuery((q) => prepareNamed(q, name, dialect.sqlToQuery(build(q))))
}

class ConstantsInText extends PgDialect {
  override sqlToQuery(...[statement, source]: Parameters<PgDialect['sqlToQuery']>) {
    return super.sqlToQuery(sql`${statement}`.inlineParams(), source)
  }
}

const dialect = new ConstantsInText()

/**
 * `statement` as one that fails, with `reason` as the error's constraint, unless it returns a row:
 * for transactions that are sent in one round trip (Database.sendTransaction). A condition or
 * reason in SQL finds the returned rows in `done`.
 */
export function refuseUnlessRow(
  statement: { getSQL(): SQL },
  reason: string | SQL,
  condition = sql`exists (select from done)`,
): SQL {
  const text = typeof reason === 'string' ? sql.raw(`'${reason}'`) : reason
  return sql`with done as (${statement.getSQL()})
    select case when ${condition} then true else refuse_unless(false, ${text}) end`
}

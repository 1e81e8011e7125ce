import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { nearAlerts, newsletterSubscriptions } from '../../platform/db/schema.ts'

/**
 * What an upsert by address sets: a confirmed row remains unchanged, since anyone may type an
 * address; any other is asked for again.
 */
export function unlessConfirmed(
  table: typeof nearAlerts | typeof newsletterSubscriptions,
): Record<string, SQL> {
  const { id: _id, email: _email, ...columns } = getTableColumns(table)
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      key,
      sql`case when ${table.state} = 'confirmed' then ${column} else excluded.${sql.identifier(column.name)} end`,
    ]),
  )
}

import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import type { nearAlerts, newsletterSubscriptions } from '../../platform/db/schema.ts'

type OptInTable = typeof nearAlerts | typeof newsletterSubscriptions
type Marked = 'id' | 'state' | 'confirmedAt' | 'leftAt'

/**
 * The statements about the requests of one table, by address. `onLeft`: what is deleted with a
 * request that ends.
 */
export function optInQueries<Table extends OptInTable>(
  table: Table,
  onLeft: { [Column in keyof Table['$inferInsert']]?: null } = {},
) {
  type Row = Table['$inferSelect']
  // The columns that both tables have.
  const common: OptInTable = table

  async function mark(
    q: Queryable,
    { id, as, where }: { id: string; as: object; where: SQL | undefined },
  ): Promise<Row | null> {
    const [row] = await q
      .update(common)
      .set({ ...as, confirmUntil: null })
      .where(and(eq(common.id, id), where))
      .returning()
    return row ?? null
  }

  return {
    /** Leaves a confirmed request unchanged. */
    async upsert(q: Queryable, request: Omit<Table['$inferInsert'], Marked>): Promise<Row> {
      const [stored] = await q
        .insert<OptInTable>(common)
        .values({ ...request, id: randomUUID(), state: 'pending' } as Table['$inferInsert'])
        .onConflictDoUpdate({ target: common.email, set: unlessConfirmed(common) })
        .returning()
      if (!stored) throw new Error('an upsert gave no row')
      return stored
    },
    async find(q: Queryable, id: string): Promise<Row | null> {
      const [row] = await q.select().from(common).where(eq(common.id, id))
      return row ?? null
    },
    /** Null unless it is pending and has not expired. */
    markConfirmed(q: Queryable, { id, now }: { id: string; now: Date }): Promise<Row | null> {
      const where = and(eq(common.state, 'pending'), gt(common.confirmUntil, now))
      return mark(q, { id, as: { state: 'confirmed', confirmedAt: now }, where })
    },
    /** Null when it was left before. */
    markLeft(q: Queryable, { id, now }: { id: string; now: Date }): Promise<Row | null> {
      const as = { state: 'left', leftAt: now, ...onLeft }
      return mark(q, { id, as, where: ne(common.state, 'left') })
    },
  }
}

/**
 * What an upsert by address sets: a confirmed row remains unchanged, since anyone may type an
 * address; any other is asked for again.
 */
function unlessConfirmed(table: OptInTable): Record<string, SQL> {
  const { id: _id, email: _email, ...columns } = getTableColumns(table)
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      key,
      sql`case when ${table.state} = 'confirmed' then ${column} else excluded.${sql.identifier(column.name)} end`,
    ]),
  )
}

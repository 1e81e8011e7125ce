import { and, eq, gt, type SQL } from 'drizzle-orm'
import { contains } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { newsletterSubscriptions as table } from '../../platform/db/schema.ts'
import { optInQueries } from './double-opt-in.queries.ts'

export type SubscriptionRow = typeof table.$inferSelect

export const subscriptions = optInQueries(table)

/** By address; `after` is the last address so far. */
export function listSubscriptions(
  q: Queryable,
  of: { tab: SubscriptionRow['state']; search: string; after: string | null; limit: number },
): Promise<SubscriptionRow[]> {
  return q
    .select()
    .from(table)
    .where(
      and(
        eq(table.state, of.tab),
        isFound(of.search),
        of.after === null ? undefined : gt(table.email, of.after),
      ),
    )
    .orderBy(table.email)
    .limit(of.limit)
}

export async function countSubscriptions(q: Queryable, search: string) {
  const count = (state: SubscriptionRow['state']) =>
    q.$count(table, and(eq(table.state, state), isFound(search)))
  const [confirmed, pending, unsubscribed] = await Promise.all([
    count('confirmed'),
    count('pending'),
    count('left'),
  ])
  return { confirmed, pending, left: unsubscribed }
}

function isFound(search: string): SQL | undefined {
  return contains(search, [table.email, table.name])
}

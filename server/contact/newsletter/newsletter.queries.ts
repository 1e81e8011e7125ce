import { randomUUID } from 'node:crypto'
import { and, eq, gt, ne, type SQL } from 'drizzle-orm'
import { contains } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { newsletterSubscriptions as table } from '../../platform/db/schema.ts'
import { unlessConfirmed } from './double-opt-in.queries.ts'

export type SubscriptionRow = typeof table.$inferSelect

type Request = Pick<
  SubscriptionRow,
  'email' | 'name' | 'hearAboutEvent' | 'wording' | 'askedAt'
> & {
  confirmUntil: Date
}

/** Leaves a confirmed subscription unchanged. */
export async function upsertSubscription(q: Queryable, asked: Request): Promise<SubscriptionRow> {
  const [row] = await q
    .insert(table)
    .values({ ...asked, id: randomUUID(), state: 'pending' })
    .onConflictDoUpdate({ target: table.email, set: unlessConfirmed(table) })
    .returning()
  if (!row) throw new Error('an upsert gave no row')
  return row
}

export async function findSubscription(q: Queryable, id: string): Promise<SubscriptionRow | null> {
  const [row] = await q.select().from(table).where(eq(table.id, id))
  return row ?? null
}

/** Null unless it is pending and has not expired. */
export function markConfirmed(
  q: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<SubscriptionRow | null> {
  const isPending = and(eq(table.state, 'pending'), gt(table.confirmUntil, now))
  return mark(q, { id, as: { state: 'confirmed', confirmedAt: now }, where: isPending })
}

export function markLeft(
  q: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<SubscriptionRow | null> {
  return mark(q, { id, as: { state: 'left', leftAt: now }, where: ne(table.state, 'left') })
}

async function mark(
  q: Queryable,
  { id, as, where }: { id: string; as: Partial<SubscriptionRow>; where: SQL | undefined },
): Promise<SubscriptionRow | null> {
  const [row] = await q
    .update(table)
    .set({ ...as, confirmUntil: null })
    .where(and(eq(table.id, id), where))
    .returning()
  return row ?? null
}

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
  const [confirmed, pending, left] = await Promise.all([
    count('confirmed'),
    count('pending'),
    count('left'),
  ])
  return { confirmed, pending, left }
}

function isFound(search: string): SQL | undefined {
  return contains(search, [table.email, table.name])
}

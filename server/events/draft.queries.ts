import { and, eq, sql } from 'drizzle-orm'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Queryable } from '../platform/db/database.ts'
import { events, labs, products } from '../platform/db/schema.ts'
import { bookedPlaces, eventDetailColumns, toEventDetails } from './events.queries.ts'

/** A draft as the site would have it, also before its product is chosen; null for other events. */
export async function findDraft(q: Queryable, id: number): Promise<CharityEvent | null> {
  const [row] = await q
    .select({
      ...eventDetailColumns,
      product_id: sql`coalesce(${products.id}, 0)`.mapWith(Number),
      product_name: sql<string>`coalesce(${products.name}, 'Product not chosen yet')`,
      product_price: sql`coalesce(${products.pricePence}, 0)`.mapWith(Number),
      bookedPlaces,
    })
    .from(events)
    .leftJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(and(eq(events.id, id), eq(events.status, 'draft')))
  return row ? { ...toEventDetails(row), booked_spaces: row.bookedPlaces } : null
}

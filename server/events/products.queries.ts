import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { labs, products } from '../platform/db/schema.ts'

export type ProductRow = typeof products.$inferSelect
export type LabRow = typeof labs.$inferSelect

export function listProducts(q: Queryable) {
  return q.select().from(products).orderBy(asc(products.name), asc(products.id))
}

export function listLabs(q: Queryable) {
  return q.select().from(labs).orderBy(asc(labs.name))
}

export async function lockProduct(q: Queryable, id: number) {
  const [row] = await q.select().from(products).where(eq(products.id, id)).for('update')
  return row ?? null
}

export async function updateProduct(
  q: Queryable,
  id: number,
  changes: Partial<typeof products.$inferInsert>,
): Promise<void> {
  const version = sql`${products.version} + 1`
  await q
    .update(products)
    .set({ ...changes, version })
    .where(eq(products.id, id))
}

export async function lockLab(q: Queryable, id: number) {
  const [row] = await q.select().from(labs).where(eq(labs.id, id)).for('update')
  return row ?? null
}

export async function updateLab(
  q: Queryable,
  id: number,
  changes: Partial<typeof labs.$inferInsert>,
): Promise<void> {
  await q
    .update(labs)
    .set({ ...changes, version: sql`${labs.version} + 1` })
    .where(eq(labs.id, id))
}

/** Null when there is none of that id; also for null. */
export async function findProductOrLab(
  q: Queryable,
  { productId, labId }: { productId: number | null; labId: number | null },
): Promise<{ hasProduct: boolean; hasLab: boolean; productPricePence: number | null }> {
  const [product] =
    productId === null ? [] : await q.select().from(products).where(eq(products.id, productId))
  const [lab] = labId === null ? [] : await q.select().from(labs).where(eq(labs.id, labId))
  return {
    hasProduct: product !== undefined,
    hasLab: lab !== undefined,
    productPricePence: product?.pricePence ?? null,
  }
}

import { sql } from 'drizzle-orm'
import { whyNotTemplate } from '../../domain/email-template.ts'
import type { Queryable } from '../platform/db/database.ts'
import { events, labs, places, products } from '../platform/db/schema.ts'

export type EventInsert = typeof events.$inferInsert

export async function insertEvent(q: Queryable, event: EventInsert): Promise<number> {
  const [row] = await q.insert(events).values(event).returning({ id: events.id })
  if (!row) throw new Error('an inserted event has no id')
  return row.id
}

export async function insertPlaces(
  q: Queryable,
  eventId: number,
  slots: { startsAt: Date; count: number }[],
): Promise<void> {
  await q.execute(sql`
    insert into ${places} (event_id, slot_starts_at, place_number)
      select ${eventId}, slot."startsAt", number
        from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as slot ("startsAt" timestamptz, count int),
          generate_series(1, slot.count) as number`)
}

/** Returns the id. Throws when the email template is invalid. */
export async function insertProduct(
  q: Queryable,
  product: typeof products.$inferInsert,
): Promise<number> {
  const reason = whyNotTemplate(product.emailTemplate ?? '')
  if (reason !== null) throw new Error(`The email template of ${product.name}: ${reason}`)
  const [row] = await q.insert(products).values(product).returning({ id: products.id })
  if (!row) throw new Error('an inserted product has no id')
  return row.id
}

/** Returns the id, or null when a laboratory of that name exists. */
export async function insertLab(
  q: Queryable,
  lab: typeof labs.$inferInsert,
): Promise<number | null> {
  const [row] = await q.insert(labs).values(lab).onConflictDoNothing().returning({ id: labs.id })
  return row?.id ?? null
}

import { randomUUID } from 'node:crypto'
import { and, between, eq, gt, ne, type SQL } from 'drizzle-orm'
import type { Point } from '../../../domain/nearby.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { nearAlertMails, nearAlerts as table } from '../../platform/db/schema.ts'
import { unlessConfirmed } from '../newsletter/double-opt-in.queries.ts'

export type NearAlertRow = typeof table.$inferSelect

type Request = Pick<
  NearAlertRow,
  'email' | 'place' | 'latitude' | 'longitude' | 'miles' | 'wording' | 'askedAt' | 'confirmUntil'
>

/** Leaves a confirmed alert unchanged. */
export async function upsertNearAlert(q: Queryable, asked: Request): Promise<NearAlertRow> {
  const [row] = await q
    .insert(table)
    .values({ ...asked, id: randomUUID(), state: 'pending' })
    .onConflictDoUpdate({ target: table.email, set: unlessConfirmed(table) })
    .returning()
  if (!row) throw new Error('an upsert gave no row')
  return row
}

export async function findNearAlert(q: Queryable, id: string): Promise<NearAlertRow | null> {
  const [row] = await q.select().from(table).where(eq(table.id, id))
  return row ?? null
}

/** Null unless it is pending and has not expired. */
export function markConfirmed(
  q: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<NearAlertRow | null> {
  const isPending = and(eq(table.state, 'pending'), gt(table.confirmUntil, now))
  return mark(q, { id, as: { state: 'confirmed', confirmedAt: now }, where: isPending })
}

/** Deletes the place too. Null when it was left before. */
export function markLeft(
  q: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<NearAlertRow | null> {
  const as = { state: 'left', leftAt: now, place: null, latitude: null, longitude: null } as const
  return mark(q, { id, as, where: ne(table.state, 'left') })
}

async function mark(
  q: Queryable,
  { id, as, where }: { id: string; as: Partial<NearAlertRow>; where: SQL | undefined },
): Promise<NearAlertRow | null> {
  const [row] = await q
    .update(table)
    .set({ ...as, confirmUntil: null })
    .where(and(eq(table.id, id), where))
    .returning()
  return row ?? null
}

export type ConfirmedAlert = Pick<NearAlertRow, 'id' | 'email' | 'miles'> &
  Point & { place: string }

/** Of places between the latitudes, by id; locked, so that leaving waits. */
export async function lockConfirmedBetween(
  q: Queryable,
  of: { south: number; north: number; after: string | null; limit: number },
): Promise<ConfirmedAlert[]> {
  const rows = await q
    .select()
    .from(table)
    .where(
      and(
        eq(table.state, 'confirmed'),
        between(table.latitude, of.south, of.north),
        of.after === null ? undefined : gt(table.id, of.after),
      ),
    )
    .orderBy(table.id)
    .limit(of.limit)
    .for('share')
  return rows.flatMap(({ id, email, miles, place, latitude, longitude }) =>
    place === null || latitude === null || longitude === null
      ? []
      : [{ id, email, miles, place, latitude, longitude }],
  )
}

/** The ids of those who had no mail about this event before. */
export async function insertMails(
  q: Queryable,
  { eventId, alertIds, now }: { eventId: number; alertIds: readonly string[]; now: Date },
): Promise<ReadonlySet<string>> {
  if (alertIds.length === 0) return new Set()
  const rows = await q
    .insert(nearAlertMails)
    .values(alertIds.map((alertId) => ({ alertId, eventId, sentAt: now })))
    .onConflictDoNothing()
    .returning({ id: nearAlertMails.alertId })
  return new Set(rows.map(({ id }) => id))
}

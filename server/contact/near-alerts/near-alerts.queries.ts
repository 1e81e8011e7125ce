import { and, between, eq, gt } from 'drizzle-orm'
import type { Point } from '../../../domain/nearby.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { nearAlertMails, nearAlerts as table } from '../../platform/db/schema.ts'
import { optInQueries } from '../newsletter/double-opt-in.queries.ts'

export type NearAlertRow = typeof table.$inferSelect

/** Leaving deletes the place too. */
export const nearAlerts = optInQueries(table, { place: null, latitude: null, longitude: null })

type ConfirmedAlert = Pick<NearAlertRow, 'id' | 'email' | 'miles'> & Point & { place: string }

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

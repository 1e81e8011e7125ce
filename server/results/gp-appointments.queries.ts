import { asc, eq, inArray, or } from 'drizzle-orm'
import { type GpDay, gpDayIndexOf, openGpDay, sealGpDay } from '../facts/sealed-gp-day.ts'
import type { Queryable } from '../platform/db/database.ts'
import { gpAppointments, results } from '../platform/db/schema.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'

export async function insertGpAppointment(
  q: Queryable,
  keys: FieldKeys,
  entry: GpDay,
): Promise<void> {
  await q.insert(gpAppointments).values(sealGpDay(keys, entry))
}

/** The entry that counts of each of these results; its day is null where it was taken back. */
export async function listGpAppointments(
  q: Queryable,
  keys: FieldKeys,
  resultIds: readonly number[],
): Promise<GpDay[]> {
  const entries = await listEntries(q, keys, resultIds)
  return [...new Map(entries.map((entry) => [entry.resultId, entry])).values()]
}

/** Every entry, by the names of the copy of the member's data. */
export async function listGpAppointmentsOf(q: Queryable, keys: FieldKeys, memberId: number) {
  const own = await q.select({ id: results.id }).from(results).where(eq(results.memberId, memberId))
  const entries = await listEntries(
    q,
    keys,
    own.map(({ id }) => id),
  )
  return entries.map(({ day, enteredAt }) => ({ day, entered_at: enteredAt }))
}

/** The earliest first. */
async function listEntries(
  q: Queryable,
  keys: FieldKeys,
  resultIds: readonly number[],
): Promise<GpDay[]> {
  if (resultIds.length === 0) return []
  const indexes = resultIds.map((id) => gpDayIndexOf(keys, id))
  const rows = await q
    .select()
    .from(gpAppointments)
    .where(
      or(
        inArray(gpAppointments.resultIndex, indexes),
        inArray(gpAppointments.resultId, [...resultIds]),
      ),
    )
    .orderBy(asc(gpAppointments.id))
  return rows.map((row) => openGpDay(keys, row))
}

import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { resultImportRows, staff } from '../db/schema.ts'

const CHUNK = 1_000

export type RowRecord = typeof resultImportRows.$inferSelect
export type NewRow = typeof resultImportRows.$inferInsert

export async function insertRows(q: Queryable, rows: NewRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK)
    await q.insert(resultImportRows).values(rows.slice(from, from + CHUNK))
}

export async function updateRow(
  q: Queryable,
  { importId, row }: { importId: number; row: number },
  changes: Partial<NewRow>,
): Promise<void> {
  await q
    .update(resultImportRows)
    .set(changes)
    .where(and(eq(resultImportRows.importId, importId), eq(resultImportRows.row, row)))
}

export type RowOutcome = {
  row: number
  state: RowRecord['state']
  reason: RowRecord['reason']
  labResultId: number | null
}

/** In one statement. */
export async function updateRows(
  q: Queryable,
  importId: number,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const all = <K extends keyof RowOutcome>(key: K) => sql.param(outcomes.map((one) => one[key]))
  await q.execute(sql`
    update ${resultImportRows} as stored
      set state = one.state, reason = one.reason, lab_result_id = one.lab_result_id
      from unnest(${all('row')}::int[], ${all('state')}::text[], ${all('reason')}::text[],
        ${all('labResultId')}::bigint[]) as one (row, state, reason, lab_result_id)
      where stored.import_id = ${importId} and stored.row = one.row`)
}

export async function findRow(
  q: Queryable,
  { importId, row }: { importId: number; row: number },
): Promise<RowRecord | null> {
  const [found] = await q
    .select()
    .from(resultImportRows)
    .where(and(eq(resultImportRows.importId, importId), eq(resultImportRows.row, row)))
  return found ?? null
}

/** The row that was recorded as this laboratory result. */
export async function findRowOfResult(
  q: Queryable,
  { id, appointmentId }: { id: number; appointmentId: number },
): Promise<RowRecord | null> {
  const [found] = await q
    .select()
    .from(resultImportRows)
    .where(
      and(eq(resultImportRows.appointmentId, appointmentId), eq(resultImportRows.labResultId, id)),
    )
  return found ?? null
}

/** Rows that may be committed, the first ones. */
export function listMatchedRows(q: Queryable, importId: number, limit: number) {
  return q
    .select()
    .from(resultImportRows)
    .where(and(eq(resultImportRows.importId, importId), eq(resultImportRows.state, 'matched')))
    .orderBy(asc(resultImportRows.row))
    .limit(limit)
}

export async function countRowsIn(
  q: Queryable,
  importId: number,
  states: RowRecord['state'][],
): Promise<number> {
  const [row] = await q
    .select({ n: count() })
    .from(resultImportRows)
    .where(and(eq(resultImportRows.importId, importId), inArray(resultImportRows.state, states)))
  return row?.n ?? 0
}

export function listRows(
  q: Queryable,
  of: {
    importId: number
    states: RowRecord['state'][] | null
    afterRow: number | null
    limit: number
  },
) {
  return q
    .select({ row: resultImportRows, by: staff.name })
    .from(resultImportRows)
    .leftJoin(staff, eq(staff.id, resultImportRows.decidedBy))
    .where(
      and(
        eq(resultImportRows.importId, of.importId),
        of.states === null ? undefined : inArray(resultImportRows.state, of.states),
        of.afterRow === null ? undefined : gt(resultImportRows.row, of.afterRow),
      ),
    )
    .orderBy(asc(resultImportRows.row))
    .limit(of.limit)
}

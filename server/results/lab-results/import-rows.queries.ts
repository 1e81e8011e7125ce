import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { resultImportRows, resultImports, staff } from '../../platform/db/schema.ts'

const CHUNK = 1_000

export type RowRecord = typeof resultImportRows.$inferSelect
export type NewRow = typeof resultImportRows.$inferInsert

export async function insertRows(q: Queryable, rows: NewRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK)
    await q
      .insert(resultImportRows)
      .values(rows.slice(from, from + CHUNK))
      .onConflictDoNothing({ target: [resultImportRows.importId, resultImportRows.row] })
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

export type RowOutcome = Pick<
  RowRecord,
  | 'row'
  | 'state'
  | 'reason'
  | 'labResultId'
  | 'appointmentId'
  | 'closeIds'
  | 'decision'
  | 'decidedBy'
  | 'decidedAt'
>

/** In one statement. */
export async function updateRows(
  q: Queryable,
  importId: number,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const all = <K extends keyof RowOutcome>(key: K) => sql.param(outcomes.map((one) => one[key]))
  const closeIds = sql.param(outcomes.map((one) => JSON.stringify(one.closeIds)))
  await q.execute(sql`
    update ${resultImportRows} as stored
      set state = one.state, reason = one.reason, lab_result_id = one.lab_result_id,
        appointment_id = one.appointment_id, close_ids = one.close_ids::jsonb,
        decision = one.decision, decided_by = one.decided_by, decided_at = one.decided_at
      from unnest(${all('row')}::int[], ${all('state')}::text[], ${all('reason')}::text[],
        ${all('labResultId')}::bigint[], ${all('appointmentId')}::bigint[], ${closeIds}::text[],
        ${all('decision')}::text[], ${all('decidedBy')}::bigint[], ${all('decidedAt')}::timestamptz[])
        as one (row, state, reason, lab_result_id, appointment_id, close_ids, decision, decided_by,
          decided_at)
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

/** Rows of all files of the laboratory that it was asked to send again. */
export async function listAskedRows(q: Queryable, labId: number): Promise<RowRecord[]> {
  const rows = await q
    .select({ row: resultImportRows })
    .from(resultImportRows)
    .innerJoin(resultImports, eq(resultImports.id, resultImportRows.importId))
    .where(and(eq(resultImports.labId, labId), eq(resultImportRows.state, 'asked')))
    .orderBy(asc(resultImportRows.importId), asc(resultImportRows.row))
  return rows.map(({ row }) => row)
}

/** Rows that wait and that nobody has looked at since the file was read. */
export function listOpenRows(q: Queryable, importId: number): Promise<RowRecord[]> {
  return q
    .select()
    .from(resultImportRows)
    .where(
      and(
        eq(resultImportRows.importId, importId),
        inArray(resultImportRows.state, ['close', 'quarantined', 'conflict']),
        isNull(resultImportRows.decision),
        isNull(resultImportRows.withdrawsFor),
      ),
    )
    .orderBy(asc(resultImportRows.row))
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

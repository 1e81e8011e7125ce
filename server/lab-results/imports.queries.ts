import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { ColumnMap } from '../../domain/office/lab-columns.ts'
import type { ImportCounts } from '../../domain/office/result-import-shapes.ts'
import type { Queryable } from '../db/database.ts'
import {
  labColumnMaps,
  labResults,
  labs,
  resultImportRows,
  resultImports,
  staff,
} from '../db/schema.ts'

const CHUNK = 1_000

export type ImportRecord = typeof resultImports.$inferSelect
export type NewImport = typeof resultImports.$inferInsert
export type RowRecord = typeof resultImportRows.$inferSelect
export type NewRow = typeof resultImportRows.$inferInsert

export async function findColumnMap(q: Queryable, labId: number) {
  const [row] = await q
    .select({
      version: labColumnMaps.version,
      map: labColumnMaps.map,
      savedAt: labColumnMaps.savedAt,
      by: staff.name,
    })
    .from(labColumnMaps)
    .innerJoin(staff, eq(staff.id, labColumnMaps.savedBy))
    .where(eq(labColumnMaps.labId, labId))
    .orderBy(desc(labColumnMaps.version))
    .limit(1)
  return row ?? null
}

/** Each laboratory with its latest map, by name; nulls before the first. */
export function listLatestMaps(q: Queryable) {
  return q
    .selectDistinctOn([labs.name, labs.id], {
      id: labs.id,
      name: labs.name,
      version: labColumnMaps.version,
      savedAt: labColumnMaps.savedAt,
      by: staff.name,
    })
    .from(labs)
    .leftJoin(labColumnMaps, eq(labColumnMaps.labId, labs.id))
    .leftJoin(staff, eq(staff.id, labColumnMaps.savedBy))
    .orderBy(asc(labs.name), asc(labs.id), desc(labColumnMaps.version))
}

/** Violates one_column_map_of_a_version when somebody saved that version meanwhile. */
export async function insertColumnMap(
  q: Queryable,
  row: { labId: number; version: number; map: ColumnMap; savedBy: number; savedAt: Date },
): Promise<void> {
  await q.insert(labColumnMaps).values(row)
}

export async function findLab(q: Queryable, id: number) {
  const [lab] = await q.select({ id: labs.id, name: labs.name }).from(labs).where(eq(labs.id, id))
  return lab ?? null
}

/** Null when the laboratory's same file is there already. */
export async function insertImport(q: Queryable, row: NewImport): Promise<number | null> {
  const [added] = await q
    .insert(resultImports)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: resultImports.id })
  return added?.id ?? null
}

export async function findImportOfFile(
  q: Queryable,
  { labId, fileIndex }: Pick<NewImport, 'labId' | 'fileIndex'>,
): Promise<number | null> {
  const [row] = await q
    .select({ id: resultImports.id })
    .from(resultImports)
    .where(and(eq(resultImports.labId, labId), eq(resultImports.fileIndex, fileIndex)))
  return row?.id ?? null
}

export async function lockImport(q: Queryable, id: number): Promise<ImportRecord | null> {
  const [row] = await q.select().from(resultImports).where(eq(resultImports.id, id)).for('update')
  return row ?? null
}

export async function updateImport(
  q: Queryable,
  id: number,
  changes: Partial<NewImport>,
): Promise<void> {
  await q.update(resultImports).set(changes).where(eq(resultImports.id, id))
}

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

/** Of a row that waits again; does nothing to one that is open. */
export async function reopenImport(
  q: Queryable,
  { id, state }: Pick<ImportRecord, 'id' | 'state'>,
): Promise<void> {
  if (state === 'committed')
    await updateImport(q, id, { state: 'in review', committedBy: null, committedAt: null })
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

const rowsIn = (state: RowRecord['state']) =>
  sql<number>`count(${resultImportRows.row}) filter (where ${eq(resultImportRows.state, state)})`.mapWith(
    Number,
  )

const counts = {
  matched: rowsIn('matched'),
  close: rowsIn('close'),
  quarantined: rowsIn('quarantined'),
  conflicts: rowsIn('conflict'),
  repeated: rowsIn('repeated'),
  errors: rowsIn('error'),
  discarded: rowsIn('discarded'),
  committed: rowsIn('committed'),
} satisfies Record<keyof ImportCounts, unknown>

/** The latest first; `only` is one id. */
export function listImports(
  q: Queryable,
  { beforeId, only, limit }: { beforeId: number | null; only?: number; limit: number },
) {
  return q
    .select({
      id: resultImports.id,
      state: resultImports.state,
      refusal: resultImports.refusal,
      fileName: resultImports.fileName,
      madeAt: resultImports.madeAt,
      lab: labs.name,
      by: staff.name,
      rows: counts,
    })
    .from(resultImports)
    .innerJoin(labs, eq(labs.id, resultImports.labId))
    .innerJoin(staff, eq(staff.id, resultImports.madeBy))
    .leftJoin(resultImportRows, eq(resultImportRows.importId, resultImports.id))
    .where(
      and(
        beforeId === null ? undefined : lt(resultImports.id, beforeId),
        only === undefined ? undefined : eq(resultImports.id, only),
      ),
    )
    .groupBy(resultImports.id, labs.name, staff.name)
    .orderBy(desc(resultImports.id))
    .limit(limit)
}

export async function countImports(q: Queryable): Promise<number> {
  const [row] = await q.select({ n: count() }).from(resultImports)
  return row?.n ?? 0
}

/** What was recorded under these numbers of the laboratory, the earliest first. */
export function listKnownNumbers(q: Queryable, of: { labId: number; numbers: Buffer[] }) {
  return q
    .select({
      id: labResults.id,
      appointmentId: labResults.appointmentId,
      numberIndex: labResults.numberIndex,
      contentIndex: labResults.contentIndex,
      isWithdrawal: labResults.isWithdrawal,
    })
    .from(labResults)
    .where(and(eq(labResults.labId, of.labId), inArray(labResults.numberIndex, of.numbers)))
    .orderBy(asc(labResults.id))
}

/** The same, sealed, for the rows of an import. */
export function listKnownReports(q: Queryable, of: { labId: number; numbers: Buffer[] }) {
  return q
    .select({
      id: labResults.id,
      memberId: labResults.memberId,
      numberIndex: labResults.numberIndex,
      sealId: labResults.sealId,
      sealed: labResults.sealed,
    })
    .from(labResults)
    .where(and(eq(labResults.labId, of.labId), inArray(labResults.numberIndex, of.numbers)))
    .orderBy(asc(labResults.id))
}

/** Null when there is no such import. */
export async function findLabOfImport(q: Queryable, id: number): Promise<number | null> {
  const [row] = await q
    .select({ labId: resultImports.labId })
    .from(resultImports)
    .where(eq(resultImports.id, id))
  return row?.labId ?? null
}

export async function listAppointmentsWithResult(
  q: Queryable,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await q
    .selectDistinct({ id: labResults.appointmentId })
    .from(labResults)
    .where(and(inArray(labResults.appointmentId, ids), sql`${labResults.state} <> 'discarded'`))
  return new Set(rows.map(({ id }) => id))
}

/** Returns those that were not there already. */
export async function insertLabResults(
  q: Queryable,
  rows: (typeof labResults.$inferInsert)[],
): Promise<{ id: number; sealId: string }[]> {
  if (rows.length === 0) return []
  return q
    .insert(labResults)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: labResults.id, sealId: labResults.sealId })
}

/** Serialises commits of a laboratory until the transaction ends. */
export async function lockLab(q: Queryable, id: number): Promise<void> {
  await q.select({ id: labs.id }).from(labs).where(eq(labs.id, id)).for('no key update')
}

/** Those that are not released are replaced before anybody has read them. */
export async function discardLabResults(q: Queryable, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await q
    .update(labResults)
    .set({ state: 'discarded', version: sql`${labResults.version} + 1` })
    .where(
      and(inArray(labResults.id, ids), sql`${labResults.state} not in ('released', 'discarded')`),
    )
}

/** One that a correction discarded before anybody had read it is reviewed again; returns whether. */
export async function restoreLabResult(q: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await q
    .update(labResults)
    .set({ state: 'review', version: sql`${labResults.version} + 1` })
    .where(and(eq(labResults.id, id), eq(labResults.state, 'discarded')))
  return (rowCount ?? 0) > 0
}

/** Their rows stay. */
export async function deleteFilesBefore(q: Queryable, before: Date): Promise<void> {
  await q
    .update(resultImports)
    .set({ sealedFile: null })
    .where(and(lt(resultImports.madeAt, before), isNotNull(resultImports.sealedFile)))
}

/** Those that a server began to read before then and never ended. */
export async function refuseStoppedImports(q: Queryable, before: Date): Promise<void> {
  await q
    .update(resultImports)
    .set({ state: 'refused', refusal: 'stopped' })
    .where(and(eq(resultImports.state, 'reading'), lt(resultImports.madeAt, before)))
}

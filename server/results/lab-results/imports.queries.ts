import { and, asc, count, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { ImportCounts } from '../../../domain/office/result-import-schemas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  labResults,
  labs,
  resultImportRows,
  resultImports,
  staff,
} from '../../platform/db/schema.ts'
import type { RowRecord } from './import-rows.queries.ts'

export type ImportRecord = typeof resultImports.$inferSelect
export type NewImport = typeof resultImports.$inferInsert

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

/** Of a row that waits again; does nothing to one that is open. */
export async function reopenImport(
  q: Queryable,
  { id, state }: Pick<ImportRecord, 'id' | 'state'>,
): Promise<void> {
  if (state === 'committed')
    await updateImport(q, id, { state: 'in review', committedBy: null, committedAt: null })
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
  asked: rowsIn('asked'),
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
      unread: resultImports.unread,
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

const knownNumber = {
  id: labResults.id,
  memberId: labResults.memberId,
  appointmentId: labResults.appointmentId,
  numberIndex: labResults.numberIndex,
  contentIndex: labResults.contentIndex,
  sampleDate: labResults.sampleDate,
  isWithdrawal: labResults.isWithdrawal,
  isReplaced: sql<boolean>`exists (select from lab_results later
    where later.replaces_id = lab_results.id)`,
}

export type KnownNumber = Awaited<ReturnType<typeof listKnownNumbers>>[number]

/** What was recorded under these numbers of the laboratory in any year, the earliest first. */
export function listKnownNumbers(q: Queryable, of: { labId: number; numbers: Buffer[] }) {
  return q
    .select(knownNumber)
    .from(labResults)
    .where(and(eq(labResults.labId, of.labId), inArray(labResults.numberIndex, of.numbers)))
    .orderBy(asc(labResults.id))
}

export type KnownReportRow = Awaited<ReturnType<typeof listKnownReports>>[number]

/** The same, with what the laboratory wrote, sealed. */
export function listKnownReports(q: Queryable, of: { labId: number; numbers: Buffer[] }) {
  return q
    .select({ ...knownNumber, sealId: labResults.sealId, sealed: labResults.sealed })
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
    .set({ state: 'discarded', sealedState: null, version: sql`${labResults.version} + 1` })
    .where(
      and(inArray(labResults.id, ids), sql`${labResults.state} not in ('released', 'discarded')`),
    )
}

/** One that a correction discarded before anybody had read it is reviewed again; returns whether. */
export async function restoreLabResult(q: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await q
    .update(labResults)
    .set({ state: 'review', sealedState: null, version: sql`${labResults.version} + 1` })
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

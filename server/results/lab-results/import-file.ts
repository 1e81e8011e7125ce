import { createHash, randomUUID } from 'node:crypto'
import type { ColumnMap } from '../../../domain/office/lab-columns.ts'
import type { LabRowError } from '../../../domain/office/lab-rows.ts'
import type { matchRow } from '../../../domain/office/result-matching.ts'
import { LOW_MATCH } from '../../../domain/office/result-states.ts'
import type { Deps } from '../../deps.ts'
import { sealFile, sealRow } from '../../facts/sealed-lab-results.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Transactions, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findColumnMap } from './column-maps.queries.ts'
import { insertRows } from './import-rows.queries.ts'
import {
  findImportOfFile,
  findLab,
  insertImport,
  lockImport,
  type NewImport,
  updateImport,
} from './imports.queries.ts'
import { type MatchedRow, matchFile } from './match-file.ts'
import { readLabFile } from './read/read-file.ts'
import { fileIndexOf } from './row-indexes.ts'
import { addMatchedRows, addWithdrawals } from './write-rows.ts'

const ROWS_AT_ONCE = 500

export type ImportDeps = Pick<Deps, 'now' | 'jobs' | 'cache' | 'fieldKeys'> & {
  database: Transactions
  match?: typeof matchRow
}

type LabUpload = { labId: number; fileName: string; bytes: Buffer }

/** As startImport, when the file has been read. */
export async function importFile(deps: ImportDeps, file: LabUpload, by: Staff): Promise<number> {
  const { id, read } = await startImport(deps, file, by)
  await read
  return id
}

/**
 * Records a file of the laboratory, to be read and matched with our samples; `read` resolves when
 * that is done. Returns the import's id, that of the first time when the same file was uploaded
 * before. One that was refused whole, or whose reading was stopped, is read again.
 * Throws Refused not_found or no_column_map.
 */
export async function startImport(
  deps: ImportDeps,
  { labId, fileName, bytes }: LabUpload,
  by: Staff,
): Promise<{ id: number; read: Promise<void> }> {
  const { fieldKeys } = deps
  const { db } = deps.database
  if (!(await findLab(db, labId))) throw new Refused('not_found')
  const columns = await findColumnMap(db, labId)
  if (!columns) throw new Refused('no_column_map')
  const sealId = randomUUID()
  const record: NewImport = {
    labId,
    fileName,
    fileIndex: fileIndexOf(fieldKeys, labId, createHash('sha256').update(bytes).digest('hex')),
    sealId,
    sealedFile: sealFile(fieldKeys, sealId, bytes),
    mapVersion: columns.version,
    state: 'reading',
    refusal: null,
    madeBy: by.id,
    madeAt: deps.now(),
  }
  const { id, isNew } = await commit(deps, (tx) => recordFile(tx, record))
  const file = { id, labId, bytes, columns: columns.map }
  return { id, read: isNew ? readFile(deps, file, by) : Promise.resolve() }
}

async function recordFile(tx: Tx, record: NewImport): Promise<{ id: number; isNew: boolean }> {
  const added = await insertImport(tx, record)
  if (added !== null) return { id: added, isNew: true }
  const id = await findImportOfFile(tx, record)
  const before = id !== null && (await lockImport(tx, id))
  if (!before) throw new Error('the file is neither new nor there')
  const isNew = before.state === 'refused' || before.state === 'reading'
  if (isNew) await updateImport(tx, before.id, record)
  return { id: before.id, isNew }
}

async function readFile(
  deps: ImportDeps,
  { id, labId, bytes, columns }: { id: number; labId: number; bytes: Buffer; columns: ColumnMap },
  by: Staff,
): Promise<void> {
  const read = await readLabFile(bytes, columns)
  await commit(deps, async (tx) => {
    // The same file may be read twice at once.
    if ((await lockImport(tx, id))?.state !== 'reading') return
    const { fieldKeys, match } = deps
    const matched = await matchFile(tx, { fieldKeys, labId, match, rows: read.rows })
    const refusal = read.refusal ?? (hasFewMatches(matched) ? 'few_match' : null)
    if (refusal === null) await saveRows(tx, deps, { id, labId, matched, errors: read.errors })
    await updateImport(tx, id, {
      state: refusal === null ? 'in review' : 'refused',
      refusal: refusal && [refusal, 'detail' in read ? read.detail : ''].filter(Boolean).join(': '),
      unread: read.unread,
    })
    await insertAudit(
      tx,
      { by, subject: `result import ${id}`, at: deps.now() },
      refusal === null ? 'results imported' : 'results file refused',
      {
        labId,
        rows: matched.length,
        errors: read.errors.length,
        unread: read.unread.reduce((sum, part) => sum + part.count, 0),
        refusal,
      },
    )
  })
}

/** Some at a time, so that the server answers others meanwhile. */
async function saveRows(
  tx: Tx,
  { fieldKeys }: ImportDeps,
  of: { id: number; labId: number; matched: readonly MatchedRow[]; errors: readonly LabRowError[] },
): Promise<void> {
  const { id, labId, matched, errors } = of
  for (let from = 0; from < matched.length; from += ROWS_AT_ONCE) {
    const rows = matched.slice(from, from + ROWS_AT_ONCE)
    await addMatchedRows(tx, { fieldKeys }, { importId: id, matched: rows })
  }
  await addWithdrawals(tx, { fieldKeys }, { importId: id, labId, matched })
  for (let from = 0; from < errors.length; from += ROWS_AT_ONCE) {
    const rows = errors.slice(from, from + ROWS_AT_ONCE).map(({ row, reason, ...error }) => ({
      importId: id,
      row,
      reason,
      state: 'error' as const,
      sealed: sealRow(fieldKeys, { importId: id, row }, { read: null, error }),
    }))
    await insertRows(tx, rows)
  }
}

/** Rows that only a person may decide count as found: somebody fits them. */
function hasFewMatches(rows: readonly MatchedRow[]): boolean {
  const known = rows.filter(
    ({ state, closeIds }) =>
      state !== 'quarantined' && (state !== 'conflict' || closeIds.length > 0),
  )
  return rows.length >= LOW_MATCH.rows && known.length < LOW_MATCH.share * rows.length
}

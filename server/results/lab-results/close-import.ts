import { type ImportState, OPEN_ROWS } from '../../../domain/office/result-states.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Staff } from '../../staff/guard.ts'
import type { ImportDeps } from './import-file.ts'
import { countRowsIn } from './import-rows.queries.ts'
import { type ImportRecord, updateImport } from './imports.queries.ts'

/** With the last row that waits, the import itself is committed. Returns the rows that wait. */
export async function closeImport(
  tx: Tx,
  { now }: ImportDeps,
  { record, by, left }: { record: ImportRecord; by: Staff; left: number },
): Promise<number> {
  const open = left + (await countRowsIn(tx, record.id, OPEN_ROWS))
  const state = stateWith({ left, open })
  const ended = state === 'committed' && { committedBy: by.id, committedAt: now() }
  if (state !== record.state) await updateImport(tx, record.id, { state, ...ended })
  return open
}

/** Closes an import of which a person has just decided the last row, and none is to be recorded. */
export async function closeDecidedImport(
  tx: Tx,
  deps: ImportDeps,
  { record, by }: { record: ImportRecord; by: Staff },
): Promise<void> {
  if (record.state !== 'in review') return
  const left = await countRowsIn(tx, record.id, ['matched'])
  if (left === 0) await closeImport(tx, deps, { record, by, left })
}

function stateWith({ left, open }: { left: number; open: number }): ImportState {
  if (left > 0) return 'committing'
  return open > 0 ? 'in review' : 'committed'
}

import { type ImportState, isOpenImport } from '../../domain/office/result-states.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import { Refused } from '../http/refused.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import type { ImportDeps } from './import-file.ts'
import { countRowsIn, listMatchedRows, type RowOutcome, updateRows } from './import-rows.queries.ts'
import { type ImportRecord, lockImport, lockLab, updateImport } from './imports.queries.ts'
import { recordRows } from './record-rows.ts'

const ROWS_OF_A_BATCH = 500

/**
 * Records the matched rows for review, a batch in each transaction; a row whose match has changed
 * since it was shown is kept apart instead. Returns how many of both. One that was stopped goes on
 * when repeated. The import stays open while rows wait for a person, and may be committed again.
 * Throws Refused not_found or not_in_review.
 */
export async function commitImport(
  deps: ImportDeps,
  id: number,
  by: Staff,
): Promise<{ committed: number; changed: number }> {
  const sum = { committed: 0, changed: 0 }
  for (;;) {
    const batch = await commit({ ...deps, eventIds: [] }, (tx) => commitBatch(tx, deps, { id, by }))
    sum.committed += batch.committed
    sum.changed += batch.changed
    if (batch.left === 0) return sum
  }
}

async function commitBatch(tx: Tx, deps: ImportDeps, { id, by }: { id: number; by: Staff }) {
  const record = await lockImport(tx, id)
  if (!record) throw new Refused('not_found')
  if (record.state === 'committed') return { committed: 0, changed: 0, left: 0 }
  if (!isOpenImport(record.state)) throw new Refused('not_in_review')
  // Two imports of a laboratory may name the same report.
  await lockLab(tx, record.labId)
  const stored = await listMatchedRows(tx, id, ROWS_OF_A_BATCH)
  const outcomes = await recordRows(tx, deps, { labId: record.labId, stored })
  if (outcomes.length > 0) await updateRows(tx, id, outcomes)
  const counts = countOf(outcomes)
  const left = await countRowsIn(tx, id, ['matched'])
  await close(tx, deps, { record, by, left, counts })
  return { ...counts, left }
}

function countOf(outcomes: readonly RowOutcome[]) {
  const committed = outcomes.filter(({ state }) => state === 'committed').length
  const repeated = outcomes.filter(({ state }) => state === 'repeated').length
  return { committed, changed: outcomes.length - committed - repeated }
}

/** With the last row that waits, the import itself is committed. */
function stateWith({ left, open }: { left: number; open: number }): ImportState {
  if (left > 0) return 'committing'
  return open > 0 ? 'in review' : 'committed'
}

async function close(
  tx: Tx,
  deps: ImportDeps,
  of: {
    record: ImportRecord
    by: Staff
    left: number
    counts: ReturnType<typeof countOf>
  },
): Promise<void> {
  const { record, by, left, counts } = of
  const { id } = record
  const at = deps.now()
  const open = left + (await countRowsIn(tx, id, ['close', 'quarantined', 'conflict']))
  const state = stateWith({ left, open })
  const ended = state === 'committed' && { committedBy: by.id, committedAt: at }
  if (state !== record.state) await updateImport(tx, id, { state, ...ended })
  await insertAudit(tx, {
    actorUserId: by.userId,
    action: 'results committed',
    subject: `result import ${id}`,
    details: { ...counts, open },
    at,
  })
}

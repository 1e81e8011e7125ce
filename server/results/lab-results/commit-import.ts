import { isOpenImport, type RowReason } from '../../../domain/office/result-states.ts'
import { openRow } from '../../facts/sealed-lab-results.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { closeDecidedImport, closeImport } from './close-import.ts'
import type { ImportDeps } from './import-file.ts'
import {
  countRowsIn,
  listMatchedRows,
  listOpenRows,
  type RowOutcome,
  updateRows,
} from './import-rows.queries.ts'
import { lockImport, lockLab } from './imports.queries.ts'
import { matchFile } from './match-file.ts'
import { recordRows, waitsAgain } from './record-rows.ts'
import { addWithdrawals, endAskedRows } from './write-rows.ts'

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
    const batch = await commit(deps, (tx) => commitBatch(tx, deps, { id, by }))
    sum.committed += batch.committed
    sum.changed += batch.changed
    // Apart, since another commit may hold one of these and wait for this laboratory.
    for (const other of batch.asked)
      await commit(deps, (tx) => closeOther(tx, deps, { id: other, by }))
    if (batch.left === 0) return sum
  }
}

async function commitBatch(tx: Tx, deps: ImportDeps, { id, by }: { id: number; by: Staff }) {
  const record = await lockImport(tx, id)
  if (!record) throw new Refused('not_found')
  if (record.state === 'committed') return { committed: 0, changed: 0, left: 0, asked: [] }
  if (!isOpenImport(record.state)) throw new Refused('not_in_review')
  // Two imports of a laboratory may name the same report.
  await lockLab(tx, record.labId)
  const stored = await listMatchedRows(tx, id, ROWS_OF_A_BATCH)
  const { labId } = record
  const { outcomes, recorded, changed } = await recordRows(tx, deps, { labId, stored })
  if (outcomes.length > 0) await updateRows(tx, id, outcomes)
  await addWithdrawals(tx, deps, { importId: id, labId, matched: changed })
  const counts = countOf(outcomes)
  const left = await countRowsIn(tx, id, ['matched'])
  if (left === 0) await lookAgain(tx, deps, { id, labId })
  const requestedAgain = await endAskedRows(tx, deps, { labId, recorded })
  const open = await closeImport(tx, deps, { record, by, left })
  await insertAudit(
    tx,
    { by, subject: `result import ${id}`, at: deps.now() },
    'results committed',
    { ...counts, open },
  )
  return { ...counts, left, asked: requestedAgain.filter((other) => other !== id) }
}

function countOf(outcomes: readonly RowOutcome[]) {
  const committed = outcomes.filter(({ state }) => state === 'committed').length
  const repeated = outcomes.filter(({ state }) => state === 'repeated').length
  return { committed, changed: outcomes.length - committed - repeated }
}

/** What rows that wait are now, after others were recorded or an appointment has changed. */
async function lookAgain(
  tx: Tx,
  deps: ImportDeps,
  { id, labId }: { id: number; labId: number },
): Promise<void> {
  const { fieldKeys, match } = deps
  const waiting = (await listOpenRows(tx, id)).filter(({ reason }) => !LASTING.includes(reason))
  const opened = waiting.flatMap((stored) => {
    const { read } = openRow(fieldKeys, stored)
    return read ? [{ stored, read }] : []
  })
  const rows = opened.map(({ read }) => read)
  const matched = await matchFile(tx, { fieldKeys, labId, match, rows })
  const outcomes = matched.flatMap((now, place) => {
    const stored = opened[place]?.stored
    if (!stored || (now.state === stored.state && now.reason === stored.reason)) return []
    return [waitsAgain(stored, now)]
  })
  if (outcomes.length > 0) await updateRows(tx, id, outcomes)
  await addWithdrawals(tx, deps, { importId: id, labId, matched })
}

/** Rows that a person, a commit or another row of the file has made wait keep their reason. */
const LASTING: readonly (RowReason | null)[] = [
  'taken_back',
  'decision_undone',
  'match_changed',
  'tube_twice_in_file',
  'appointment_twice_in_file',
]

/** A file of which the last row that waited may have come again. */
async function closeOther(
  tx: Tx,
  deps: ImportDeps,
  { id, by }: { id: number; by: Staff },
): Promise<void> {
  const record = await lockImport(tx, id)
  if (record) await closeDecidedImport(tx, deps, { record, by })
}

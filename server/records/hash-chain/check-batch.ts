import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { addRow, type ChainedRow, startHash } from './chained-tables.ts'
import type { ChainBatch, ChainReseal } from './hash-chain.queries.ts'
import { parseRuns } from './id-runs.ts'
import { macOf } from './seal-rows.ts'

/** The first mismatch; `ids` as far as known. */
export type ChainFault = {
  batch: number
  what: 'rows changed' | 'rows removed' | 'rows added' | 'batch missing' | 'rows not sealed'
  ids: number[]
}

/** A batch of which rows were erased is checked by its reseal. */
export function checkBatch(
  { fieldKeys }: { fieldKeys: FieldKeys },
  {
    batch,
    read,
    reseal,
  }: { batch: ChainBatch; read: ChainedRow[]; reseal: ChainReseal | undefined },
  { previous, late }: { previous: Buffer | null; late: Set<number> },
): ChainFault | null {
  const fault = (what: ChainFault['what'], ids: number[]) => ({ batch: batch.batch, what, ids })
  const own = idsOf(batch.rowIds)
  if (own.length !== batch.rowCount) return fault('rows changed', [])
  const ownSet = new Set(own)
  const added = read.flatMap(({ id }) => (ownSet.has(id) || late.has(id) ? [] : [id]))
  if (added.length > 0) return fault('rows added', added)
  const rows = read.filter(({ id }) => ownSet.has(id))
  const present = new Set(rows.map(({ id }) => id))
  const erased = new Set(idsOf(reseal?.removedIds ?? ''))
  const removed = own.filter((id) => !present.has(id) && !erased.has(id))
  if (removed.length > 0) return fault('rows removed', removed)
  const isSame = reseal
    ? macOfRows(() => resealMacOf(fieldKeys, batch, { reseal, rows }))?.equals(reseal.mac)
    : macOfRows(() => macOf(fieldKeys, batch, { previous, rows }))?.equals(batch.mac)
  return isSame ? null : fault('rows changed', [])
}

function macOfRows(compute: () => Buffer): Buffer | null {
  try {
    return compute()
  } catch {
    return null
  }
}

/** None when the text is malformed. */
export function idsOf(runs: string): number[] {
  try {
    return parseRuns(runs)
  } catch {
    return []
  }
}

/** Of a batch after an erasure; over the MAC that the batch was sealed with. */
export function resealMacOf(
  keys: FieldKeys,
  batch: Pick<ChainBatch, 'mac' | 'tableName'>,
  { reseal, rows }: { reseal: Omit<ChainReseal, 'mac'>; rows: ChainedRow[] },
): Buffer {
  const { tableName, chain, batch: sealedBatch, number, removedIds, erasureLogId } = reseal
  const hash = startHash({
    tableName,
    chain,
    batch: sealedBatch,
    number,
    removedIds,
    erasureLogId,
    sealedAt: reseal.sealedAt.toISOString(),
    sealed: batch.mac.toString('hex'),
  })
  for (const row of rows) addRow(hash, keys, tableName, row)
  return keys.blindIndex(hash.digest('hex'), 'hash chain reseal')
}

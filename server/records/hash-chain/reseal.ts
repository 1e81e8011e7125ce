// Erasures change or remove rows of the hash chain. The batches of these rows are checked before
// and sealed again after, in the transaction of the erasure (decision 31).
import type { Tx } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { ChainedRow, ChainedTable } from './chained-tables.ts'
import { checkBatch, resealMacOf } from './check-batch.ts'
import {
  type ChainBatch,
  type ChainReseal,
  findLastBatch,
  findMacBefore,
  insertReseal,
  listBatchesOf,
  listLateRuns,
  listReseals,
  listRows,
  lockChain,
} from './hash-chain.queries.ts'
import { formatRuns, parseRuns } from './id-runs.ts'

type ResealDeps = { fieldKeys: FieldKeys; now: () => Date }
export type OpenBatch = { table: ChainedTable; batch: ChainBatch; reseal: ChainReseal | undefined }

class ChainBroken extends Error {}

/**
 * Locks the table's chain and returns the batches with any of the rows `ids`. Throws ChainBroken
 * when one of them does not match already.
 */
export async function openBatches(
  tx: Tx,
  deps: ResealDeps,
  { table, ids }: { table: ChainedTable; ids: number[] },
): Promise<OpenBatch[]> {
  if (ids.length === 0) return []
  await lockChain(tx, table)
  const chain = (await findLastBatch(tx, table))?.chain ?? 1
  const reseals = await listReseals(tx, { table, chain })
  const late = new Set((await listLateRuns(tx, { table, chain })).flatMap(parseRuns))
  const wanted = new Set(ids)
  const opened: OpenBatch[] = []
  for (const batch of await listBatchesOf(tx, { table, chain, ids })) {
    const own = parseRuns(batch.rowIds)
    if (!own.some((id) => wanted.has(id))) continue
    const reseal = reseals.get(batch.batch)
    const read = await readRows(tx, table, own)
    const previous = await findMacBefore(tx, batch)
    if (checkBatch(deps, { batch, read, reseal }, { previous, late }))
      throw new ChainBroken(`batch ${batch.batch} of ${table} does not match its rows`)
    opened.push({ table, batch, reseal })
  }
  return opened
}

/** Seals the rows of these batches as they are now. */
export async function resealBatches(
  tx: Tx,
  deps: ResealDeps,
  { opened, erasureLogId }: { opened: OpenBatch[]; erasureLogId: number },
): Promise<void> {
  for (const { table, batch, reseal: former } of opened) {
    const own = parseRuns(batch.rowIds)
    const rows = await readRows(tx, table, own)
    const present = new Set(rows.map(({ id }) => id))
    const reseal = {
      tableName: table,
      chain: batch.chain,
      batch: batch.batch,
      number: (former?.number ?? 0) + 1,
      removedIds: formatRuns(own.filter((id) => !present.has(id))),
      erasureLogId,
      sealedAt: deps.now(),
    }
    const mac = resealMacOf(deps.fieldKeys, batch, { reseal, rows })
    await insertReseal(tx, { ...reseal, mac })
  }
}

function readRows(tx: Tx, table: ChainedTable, ids: number[]): Promise<ChainedRow[]> {
  return listRows({ transaction: tx.transaction.bind(tx) }, table, { ids })
}

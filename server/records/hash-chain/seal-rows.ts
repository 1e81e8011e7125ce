import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import {
  addRow,
  CHAINED_TABLES,
  type ChainedRow,
  type ChainedTable,
  expectKnownBytes,
  startHash,
  WRITTEN_AT,
} from './chained-tables.ts'
import {
  type ChainBatch,
  findCoveredTo,
  findLastBatch,
  insertBatch,
  listByteColumns,
  listIds,
  listNewestBatches,
  listRows,
  lockChain,
} from './hash-chain.queries.ts'
import { formatRuns, parseRuns } from './id-runs.ts'

export type ChainDeps = Pick<Deps, 'fieldKeys' | 'now'> & {
  database: { db: Queryable; transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> }
}

export const BATCH_ROWS = 1_000
const MAX_BATCHES = 20
/** By then transactions that commit in another order than they took ids have ended. */
const SETTLED_MS = 10 * 60_000
const LATE_MS = 3_600_000
const MAX_LATE_BATCHES = 60

/** Adds batches for rows at least ten minutes old, and for late rows of the last hour. */
export async function sealRows(deps: ChainDeps, onError: (error: Error) => void): Promise<void> {
  for (const table of CHAINED_TABLES) await sealTable(deps, table).catch(onError)
}

async function sealTable(deps: ChainDeps, table: ChainedTable): Promise<void> {
  expectKnownBytes(await listByteColumns(deps.database.db, table))
  await sealLateRows(deps, table)
  for (let n = 0; n < MAX_BATCHES; n++) if (!(await sealNextRows(deps, table))) break
}

/** Starts a new chain over all rows, logged with the reason; returns the number of batches. */
export async function renewChain(
  deps: ChainDeps,
  { table, reason }: { table: ChainedTable; reason: string },
): Promise<number> {
  const { database, now } = deps
  const former = await findLastBatch(database.db, table)
  const chain = (former?.chain ?? 0) + 1
  const formerEnd = former && { chain: former.chain, batch: former.batch }
  await insertAudit(database.db, { subject: table, at: now() }, 'hash chain renewed', {
    chain,
    former: formerEnd,
    reason,
  })
  let batches = 0
  while (await sealNextRows(deps, table, chain)) batches += 1
  return batches
}

export function macOf(
  keys: FieldKeys,
  batch: Omit<ChainBatch, 'mac'>,
  { previous, rows }: { previous: Buffer | null; rows: ChainedRow[] },
): Buffer {
  const { tableName, chain, batch: number, fromId, toId, isLate, rowIds, sealedAt } = batch
  const hash = startHash({
    tableName,
    chain,
    number,
    fromId,
    toId,
    isLate,
    rowIds,
    sealedAt: sealedAt.toISOString(),
    previous: previous?.toString('hex') ?? null,
  })
  for (const row of rows) addRow(hash, keys, tableName, row)
  return keys.blindIndex(hash.digest('hex'), 'hash chain')
}

/** False when there are no rows to seal, or another process sealed them. */
function sealNextRows(
  deps: ChainDeps,
  table: ChainedTable,
  wantedChain?: number,
): Promise<boolean> {
  return whileLocked(deps, table, (locked) => sealNext(locked, table, wantedChain))
}

async function sealNext(
  deps: ChainDeps,
  table: ChainedTable,
  wantedChain?: number,
): Promise<boolean> {
  const last = await findLastBatch(deps.database.db, table)
  const chain = wantedChain ?? last?.chain ?? 1
  const previous = last?.chain === chain ? last : null
  const from = previous ? (await findCoveredTo(deps.database.db, { table, chain })) + 1 : 1
  const read = await listRows(deps.database, table, { from, limit: BATCH_ROWS })
  const now = deps.now()
  const firstUnsettled = read.findIndex((row) => !isSettled(row, table, now))
  const rows = firstUnsettled < 0 ? read : read.slice(0, firstUnsettled)
  const to = rows.at(-1)?.id
  if (to === undefined) return false
  return addBatch(deps, { table, chain, previous, from, to, isLate: false, rows })
}

export function sealLateRows(deps: ChainDeps, table: ChainedTable): Promise<void> {
  return whileLocked(deps, table, (locked) => sealLate(locked, table))
}

// Otherwise an erasure might change rows between their reading and their batch.
function whileLocked<T>(
  deps: ChainDeps,
  table: ChainedTable,
  work: (locked: ChainDeps) => Promise<T>,
): Promise<T> {
  return deps.database.transaction(async (tx) => {
    await lockChain(tx, table)
    const database = { db: tx, transaction: tx.transaction.bind(tx) }
    return work({ ...deps, database })
  })
}

async function sealLate(deps: ChainDeps, table: ChainedTable): Promise<void> {
  const { db } = deps.database
  const last = await findLastBatch(db, table)
  if (!last) return
  const { chain } = last
  const ids = await findLateIds(deps, { table, last })
  if (ids.length === 0) return
  const rows = await listRows(deps.database, table, { ids })
  const [from = 0, to = 0] = [ids[0], ids.at(-1)]
  if (!(await addBatch(deps, { table, chain, previous: last, from, to, isLate: true, rows })))
    return
  await insertAudit(db, { subject: table, at: deps.now() }, 'hash chain: late rows', {
    chain,
    batch: last.batch + 1,
    rows: formatRuns(ids),
  })
}

async function findLateIds(
  { database, now }: ChainDeps,
  { table, last }: { table: ChainedTable; last: ChainBatch },
): Promise<number[]> {
  const { chain } = last
  const isYoung = ({ sealedAt }: ChainBatch) => now().getTime() - sealedAt.getTime() < LATE_MS
  const limit = last.isLate || isYoung(last) ? MAX_LATE_BATCHES : 1
  const newest = await listNewestBatches(database.db, { table, chain, limit })
  const covered = new Set(newest.flatMap(({ rowIds }) => parseRuns(rowIds)))
  const ranges = newest.filter(({ isLate }) => !isLate)
  const late: number[] = []
  for (const [n, range] of ranges.entries()) {
    const { fromId: from, toId: to, rowCount } = range
    if (!(n === 0 || isYoung(range)) || rowCount === to - from + 1) continue
    const ids = await listIds(database.db, { table, from, to, limit: BATCH_ROWS * 2 })
    late.push(...ids.filter((id) => !covered.has(id)))
  }
  return late.sort((a, b) => a - b).slice(0, BATCH_ROWS)
}

async function addBatch(
  { database, fieldKeys, now }: ChainDeps,
  wanted: {
    table: ChainedTable
    chain: number
    previous: ChainBatch | null
    from: number
    to: number
    isLate: boolean
    rows: ChainedRow[]
  },
): Promise<boolean> {
  const { table, chain, previous, from, to, isLate, rows } = wanted
  const batch = {
    tableName: table,
    chain,
    batch: (previous?.batch ?? 0) + 1,
    fromId: from,
    toId: to,
    isLate,
    rowIds: formatRuns(rows.map(({ id }) => id)),
    rowCount: rows.length,
    sealedAt: now(),
  }
  const mac = macOf(fieldKeys, batch, { previous: previous?.mac ?? null, rows })
  return insertBatch(database.db, { ...batch, mac })
}

// A timestamp in the future was not taken from a clock: waiting would not help.
function isSettled({ row }: ChainedRow, table: ChainedTable, now: Date): boolean {
  const age = now.getTime() - new Date(String(row[WRITTEN_AT[table]])).getTime()
  return age >= SETTLED_MS || age <= -SETTLED_MS
}

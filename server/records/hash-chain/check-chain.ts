import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod/mini'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { type ErrorLine, errorOf } from '../../platform/log.ts'
import {
  CHAINED_TABLES,
  type ChainedRow,
  type ChainedTable,
  expectKnownBytes,
} from './chained-tables.ts'
import { type ChainFault, checkBatch, idsOf } from './check-batch.ts'
import {
  type ChainBatch,
  findIdBelowOne,
  findLastAudit,
  findLastBatch,
  listBatches,
  listByteColumns,
  listIds,
  listLateRuns,
  listReseals,
  listRows,
} from './hash-chain.queries.ts'
import { BATCH_ROWS, type ChainDeps, sealLateRows } from './seal-rows.ts'

type TableReport = {
  table: ChainedTable
  chain: number
  batches: number
  rows: number
  /** Last MAC in hex, or ''; a copy elsewhere reveals a truncated chain. */
  head: string
  waiting: number | null
  fault: ChainFault | null
}

const CHECKED = 'hash chain checked'
const PAGE = 1_000
const READS_AHEAD = 2
const MAX_UNSEALED_MS = 3_600_000
const EndSchema = z.object({
  chain: z.number(),
  batch: z.number(),
  mac: z.string(),
  waiting: z.nullable(z.number()),
})
type End = z.infer<typeof EndSchema>

/** Each fault becomes an audit log entry; without one the ends of the chains do. */
export async function checkChains(deps: ChainDeps): Promise<TableReport[]> {
  const { database, now } = deps
  const former = await findLastAudit(database.db, CHECKED)
  const ends = z.record(z.string(), EndSchema).safeParse(former?.details).data ?? {}
  const isLongAgo = former !== null && now().getTime() - former.at.getTime() > MAX_UNSEALED_MS
  const reports: TableReport[] = []
  for (const table of CHAINED_TABLES)
    reports.push(await checkOnce(deps, { table, end: ends[table], isLongAgo }))
  for (const { table: subject, chain, fault } of reports)
    if (fault) {
      const details = { chain, ...fault, ids: fault.ids.slice(0, 20) }
      await insertAudit(database.db, { subject, at: now() }, 'hash chain broken', details)
    }
  if (reports.every(({ fault }) => fault === null)) {
    const details: Record<string, End> = {}
    for (const { table, chain, batches, head, waiting } of reports)
      details[table] = { chain, batch: batches, mac: head, waiting }
    await insertAudit(database.db, { subject: 'all', at: now() }, CHECKED, details)
  }
  return reports
}

export async function reportChains(
  deps: ChainDeps,
  onError: (error: Error) => void,
): Promise<void> {
  const reports = await checkChains(deps).catch((error: Error) => {
    onError(error)
    throw error
  })
  for (const report of reports)
    if (report.fault) onError(new Error(`The hash chain is broken. ${faultInWords(report)}`))
}

/**
 * The same in a process of its own and of low priority: millions of hashes delay no request, and
 * their memory ends with it.
 */
export async function reportChainsApart(
  access: { databaseUrl: string; keyRing: string },
  onError: (error: Error) => void,
): Promise<void> {
  const child = fork(new URL('./check-chain-process.ts', import.meta.url), { execArgv: [] })
  child.on('message', (line: ErrorLine) => onError(errorOf(line)))
  child.send(access)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The check of the hash chain did not end')
}

export function faultInWords({ table, chain, fault }: TableReport): string {
  if (fault === null) return `${table}: whole`
  const ids = fault.ids.slice(0, 20).join(', ')
  const which = ids === '' ? '' : ` (id ${ids})`
  return `${table}: ${fault.what} in batch ${fault.batch} of chain ${chain}${which}`
}

type Wanted = { table: ChainedTable; end: End | undefined; isLongAgo: boolean }

/** Late rows are sealed before they could count as added; rows erased meanwhile are read again. */
async function checkOnce(deps: ChainDeps, wanted: Wanted): Promise<TableReport> {
  expectKnownBytes(await listByteColumns(deps.database.db, wanted.table))
  const report = await checkTable(deps, wanted)
  if (report.fault === null) return report
  if (report.fault.what === 'rows added') await sealLateRows(deps, wanted.table)
  return checkTable(deps, wanted)
}

async function checkTable(
  deps: ChainDeps,
  { table, end, isLongAgo }: Wanted,
): Promise<TableReport> {
  const { db } = deps.database
  const chain = (await findLastBatch(db, table))?.chain ?? 1
  const late = new Set((await listLateRuns(db, { table, chain })).flatMap(idsOf))
  const reseals = await listReseals(db, { table, chain })
  let last: ChainBatch | null = null
  let [rows, coveredTo] = [0, 0]
  let waiting: number | null = null
  const report = (fault: ChainFault | null): TableReport => ({
    table,
    chain,
    rows,
    waiting,
    fault,
    batches: last?.batch ?? 0,
    head: last?.mac.toString('hex') ?? '',
  })
  const seen = end && end.chain >= chain ? end : null
  const batchMissing = (batch: number) => report({ batch, what: 'batch missing', ids: [] })

  const below = await findIdBelowOne(db, table)
  if (below !== null) return report({ batch: 1, what: 'rows added', ids: [below] })
  for (;;) {
    const page: ChainBatch[] = await listBatches(db, {
      table,
      chain,
      after: last?.batch ?? 0,
      limit: PAGE,
    })
    for await (const { batch, read } of readAhead(deps, page, { table, late })) {
      const number: number = (last?.batch ?? 0) + 1
      if (batch.batch !== number) return batchMissing(number)
      if (!batch.isLate && batch.fromId !== coveredTo + 1) return rowsChanged(number)
      const reseal = reseals.get(number)
      const previous = last?.mac ?? null
      const fault = checkBatch(deps, { batch, read, reseal }, { previous, late })
      if (fault) return report(fault)
      if (seen?.batch === number && seen.mac !== batch.mac.toString('hex'))
        return rowsChanged(number)
      if (!batch.isLate) coveredTo = batch.toId
      rows += batch.rowCount
      last = batch
    }
    if (page.length < PAGE) break
  }
  const next = (last?.batch ?? 0) + 1
  if (seen && (seen.chain > chain || seen.batch >= next)) return batchMissing(next)
  const beyond = { table, from: coveredTo + 1, to: Number.MAX_SAFE_INTEGER, limit: 1 }
  waiting = (await listIds(db, beyond))[0] ?? null
  const isOverdue = waiting !== null && isLongAgo && end?.waiting === waiting
  return report(
    isOverdue
      ? { batch: next, what: 'rows not sealed', ids: waiting === null ? [] : [waiting] }
      : null,
  )

  function rowsChanged(batch: number): TableReport {
    return report({ batch, what: 'rows changed', ids: [] })
  }
}

/**
 * Each batch with its rows. A quiet site seals a few rows a minute, so one statement reads those of
 * many batches, while the ones before are checked.
 */
async function* readAhead(
  { database }: ChainDeps,
  page: ChainBatch[],
  { table, late }: { table: ChainedTable; late: Set<number> },
): AsyncGenerator<{ batch: ChainBatch; read: ChainedRow[] }> {
  const readRows = (group: ChainBatch[] | undefined): Promise<ChainedRow[]> => {
    const [first, last] = [group?.[0], group?.at(-1)]
    if (!group || !first || !last) return Promise.resolve([])
    const ids = group.flatMap(({ rowIds }) => idsOf(rowIds))
    // Of more rows than the limit some were added, and the first of these are read.
    const limit = ids.length + late.size + BATCH_ROWS
    const range = { from: first.fromId, to: last.toId, limit }
    const rows = listRows(database, table, first.isLate ? { ids } : range)
    rows.catch(() => undefined)
    return rows
  }
  const groups = groupBatches(page)
  const reads = groups.slice(0, READS_AHEAD).map(readRows)
  for (const [n, group] of groups.entries()) {
    const rows = (await reads.shift()) ?? []
    reads.push(readRows(groups[n + READS_AHEAD]))
    let at = 0
    for (const batch of group) {
      const begin = at
      while (at < rows.length && (rows[at]?.id ?? 0) <= batch.toId) at += 1
      yield { batch, read: rows.slice(begin, at) }
    }
  }
}

/** Late batches alone, others up to BATCH_ROWS together. */
function groupBatches(page: ChainBatch[]): ChainBatch[][] {
  const groups: ChainBatch[][] = []
  let room = 0
  for (const batch of page) {
    const group = groups.at(-1)
    room -= batch.rowCount
    if (group && room >= 0 && !batch.isLate && !group[0]?.isLate) group.push(batch)
    else {
      groups.push([batch])
      room = BATCH_ROWS - batch.rowCount
    }
  }
  return groups
}

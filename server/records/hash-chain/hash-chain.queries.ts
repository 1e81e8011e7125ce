// Table and column names in this SQL come from chained-tables.ts only.
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { auditLog, chainBatches, chainLocks, chainReseals } from '../../platform/db/schema.ts'
import type { ChainedRow, ChainedTable } from './chained-tables.ts'

export type ChainBatch = typeof chainBatches.$inferSelect
export type ChainReseal = typeof chainReseals.$inferSelect
type OfChain = { table: ChainedTable; chain: number }

export async function listByteColumns(
  q: Queryable,
  table: ChainedTable,
): Promise<{ table: string; name: string }[]> {
  const { rows } = await q.execute<{ table: string; name: string }>(sql`
    select table_name as table, column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and table_name = ${table}`)
  return rows
}

export async function findLastBatch(q: Queryable, table: ChainedTable): Promise<ChainBatch | null> {
  const [batch] = await q
    .select()
    .from(chainBatches)
    .where(eq(chainBatches.tableName, table))
    .orderBy(desc(chainBatches.chain), desc(chainBatches.batch))
    .limit(1)
  return batch ?? null
}

/** The last id within the ranges of this chain; 0 when it is empty. */
export async function findCoveredTo(q: Queryable, { table, chain }: OfChain): Promise<number> {
  const [batch] = await q
    .select({ toId: chainBatches.toId })
    .from(chainBatches)
    .where(and(isOf({ table, chain }), eq(chainBatches.isLate, false)))
    .orderBy(desc(chainBatches.batch))
    .limit(1)
  return batch?.toId ?? 0
}

/** Until the transaction ends, no rows of the table are sealed or erased by others. */
export async function lockChain(tx: Tx, table: ChainedTable): Promise<void> {
  await tx.insert(chainLocks).values({ tableName: table }).onConflictDoNothing()
  await tx.select().from(chainLocks).where(eq(chainLocks.tableName, table)).for('update')
}

/** The latest of each batch. */
export async function listReseals(
  q: Queryable,
  { table, chain }: OfChain,
): Promise<Map<number, ChainReseal>> {
  const { tableName, number } = chainReseals
  const rows = await q
    .select()
    .from(chainReseals)
    .where(and(eq(tableName, table), eq(chainReseals.chain, chain)))
    .orderBy(asc(number))
  return new Map(rows.map((row) => [row.batch, row]))
}

export async function insertReseal(q: Queryable, reseal: ChainReseal): Promise<void> {
  await q.insert(chainReseals).values(reseal)
}

/** The batches whose range has one of the ids. */
export async function listBatchesOf(
  q: Queryable,
  { table, chain, ids }: OfChain & { ids: number[] },
): Promise<ChainBatch[]> {
  const hasOne = sql`exists (select 1 from unnest(${sql.param(ids)}::bigint[]) as one (id)
    where one.id between ${chainBatches.fromId} and ${chainBatches.toId})`
  const { batch } = chainBatches
  return q
    .select()
    .from(chainBatches)
    .where(and(isOf({ table, chain }), hasOne))
    .orderBy(batch)
}

/** Null for the first batch. */
export async function findMacBefore(
  q: Queryable,
  { tableName, chain, batch }: Pick<ChainBatch, 'tableName' | 'chain' | 'batch'>,
): Promise<Buffer | null> {
  const [row] = await q
    .select({ mac: chainBatches.mac })
    .from(chainBatches)
    .where(
      and(
        eq(chainBatches.tableName, tableName),
        eq(chainBatches.chain, chain),
        eq(chainBatches.batch, batch - 1),
      ),
    )
  return row?.mac ?? null
}

export function listNewestBatches(
  q: Queryable,
  { table, chain, limit }: OfChain & { limit: number },
): Promise<ChainBatch[]> {
  const newest = desc(chainBatches.batch)
  return q.select().from(chainBatches).where(isOf({ table, chain })).orderBy(newest).limit(limit)
}

export function listBatches(
  q: Queryable,
  { table, chain, after, limit }: OfChain & { after: number; limit: number },
): Promise<ChainBatch[]> {
  return q
    .select()
    .from(chainBatches)
    .where(and(isOf({ table, chain }), gt(chainBatches.batch, after)))
    .orderBy(asc(chainBatches.batch))
    .limit(limit)
}

export async function listLateRuns(q: Queryable, { table, chain }: OfChain): Promise<string[]> {
  const batches = await q
    .select({ rowIds: chainBatches.rowIds })
    .from(chainBatches)
    .where(and(isOf({ table, chain }), eq(chainBatches.isLate, true)))
  return batches.map(({ rowIds }) => rowIds)
}

/** Adds a batch; false when another process has already added that number. */
export async function insertBatch(q: Queryable, batch: ChainBatch): Promise<boolean> {
  const added = await q.insert(chainBatches).values(batch).onConflictDoNothing().returning()
  return added.length === 1
}

export async function listIds(
  q: Queryable,
  { table, from, to, limit }: { table: ChainedTable; from: number; to: number; limit: number },
): Promise<number[]> {
  const { rows } = await q.execute<{ id: number }>(sql`
    select id from ${sql.identifier(table)} where id between ${from} and ${to}
      order by id limit ${limit}`)
  return rows.map(({ id }) => Number(id))
}

const CANONICAL = sql`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true)`

/** Ascending by id, in UTC and hex, so that rows read as JSON are the same in every session. */
export async function listRows(
  { transaction }: { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  table: ChainedTable,
  which: { ids: number[] } | { from: number; to?: number; limit: number },
): Promise<ChainedRow[]> {
  const condition =
    'ids' in which
      ? sql`t.id = any(${sql.param(which.ids)}::bigint[])`
      : sql`t.id between ${which.from} and ${which.to ?? Number.MAX_SAFE_INTEGER}`
  const limit = 'ids' in which ? which.ids.length : which.limit
  const statement = sql`
    ${WORDS} select t.id, row_to_json(t) as row, ${EXTRA[table] ?? sql`null::text`} as extra
      from ${sql.identifier(table)} t where ${condition} order by t.id limit ${limit}`
  const { rows } = await transaction(async (tx) => {
    await tx.execute(CANONICAL)
    return tx.execute<ChainedRow>(statement)
  })
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** The id of a row below 1, which the table's sequence cannot have made, or null. */
export async function findIdBelowOne(q: Queryable, table: ChainedTable): Promise<number | null> {
  const { rows } = await q.execute<{ id: number }>(
    sql`select id from ${sql.identifier(table)} where id < 1 order by id limit 1`,
  )
  return rows[0] ? Number(rows[0].id) : null
}

export async function findLastAudit(
  q: Queryable,
  action: string,
): Promise<{ details: unknown; at: Date } | null> {
  const [entry] = await q
    .select({ details: auditLog.details, at: auditLog.at })
    .from(auditLog)
    .where(eq(auditLog.action, action))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return entry ?? null
}

function isOf({ table, chain }: OfChain): SQL | undefined {
  return and(eq(chainBatches.tableName, table), eq(chainBatches.chain, chain))
}

/** Hashes the words of each version once, not for each row. */
const WORDS = sql`with words as materialized (
  select version, encode(sha256(convert_to(words::text, 'UTF8')), 'hex') as hash from consent_words)`
const wordsHash = sql`(select w.hash from words w where w.version = t.words_version)`
const EXTRA: Partial<Record<ChainedTable, SQL>> = {
  consents: wordsHash,
  consent_withdrawals: wordsHash,
  identity_changes: sql`(select coalesce(m.seal_id, m.user_id)::text from members m where m.id = t.member_id)`,
}

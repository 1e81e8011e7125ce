// Table and column names in this SQL come from sealed-columns.ts and sealed-texts.ts only.
import { type SQL, sql } from 'drizzle-orm'
import { MESSAGE_QUEUES } from '../../messages/mails/sealed-mail.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { ERASURE_ROLE } from '../../platform/db/erasure-role.ts'
import { erasureLog } from '../../platform/db/schema.ts'
import type { SealedColumn } from './sealed-columns.ts'
import type { JobColumn } from './sealed-texts.ts'

export type SealedRow = Record<string, unknown> & { sealed: Buffer }
type Page<After> = { after: After | null; limit: number }

/** 'consents.sealed' of every column of bytes in the site's schema. */
export async function listByteColumns(q: Queryable): Promise<string[]> {
  const { rows } = await q.execute<{ name: string }>(sql`
    select c.relname || '.' || f.attname as name from pg_attribute f
      join pg_class c on c.oid = f.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and f.atttypid = 'bytea'::regtype
        and f.attnum > 0 and not f.attisdropped order by 1`)
  return rows.map(({ name }) => name)
}

/** False when this role may not change append-only rows by the role of erasures. */
export async function canReseal(q: Queryable): Promise<boolean> {
  const { rows } = await q.execute<{ can: boolean }>(sql`
    select exists (select 1 from pg_roles where rolname = ${ERASURE_ROLE}
        and pg_has_role(current_user, oid, 'MEMBER'))
      and (select pg_has_role(current_user, relowner, 'MEMBER') from pg_class
        where oid = 'consents'::regclass) as can`)
  return rows[0]?.can ?? false
}

/** Values by the name of the key that they were sealed with. */
export async function countByKey(
  tx: Tx,
  { table, column }: SealedColumn,
): Promise<{ key: string; count: number }[]> {
  await tx.execute(sql`set local statement_timeout = 0`)
  const name = sql.identifier(column)
  const { rows } = await tx.execute<{ key: string; count: number }>(sql`
    select convert_from(substring(${name} from 3 for get_byte(${name}, 1)), 'UTF8') as key,
        count(*) as count
      from ${sql.identifier(table)} where ${name} is not null group by 1 order by 1`)
  return rows
}

/** The next rows by key whose value was sealed with another key than the one of `head`. */
export async function listRowsToReseal(
  tx: Tx,
  { table, column, key, needs }: SealedColumn,
  { head, after, limit }: Page<SealedRow> & { head: Buffer },
): Promise<SealedRow[]> {
  await tx.execute(sql`set local statement_timeout = 0`)
  const names = Object.keys(key)
  const sealed = sql`t.${sql.identifier(column)}`
  const needed = [...names, ...needs].map(
    (name) => sql`${EXTRA[name] ?? own(name)} as ${sql.identifier(name)}`,
  )
  const values = names.map((name) => sql`${after?.[name]}::${sql.raw(key[name] ?? '')}`)
  const isNext = after ? sql`and (${list(names.map(own))}) > (${list(values)})` : sql``
  const { rows } = await tx.execute<SealedRow>(sql`
    select ${list(needed)}, ${sealed} as sealed from ${sql.identifier(table)} t
      where substring(${sealed} from 1 for ${head.length}) <> ${head} ${isNext}
      order by ${list(names.map(own))} limit ${limit}`)
  return rows
}

export type Change = { row: SealedRow; sealed: Buffer }

/**
 * Writes the values whose row still has the former one; returns how many. The role of erasures has
 * the right to change an append-only column until then only.
 */
export async function writeResealed(
  tx: Tx,
  { table, column, key, isAppendOnly }: SealedColumn,
  changes: Change[],
): Promise<number> {
  const names = Object.keys(key)
  const arrays = names.map(
    (name) => sql`${sql.param(changes.map(({ row }) => row[name]))}::${sql.raw(key[name] ?? '')}[]`,
  )
  const isSame = names.map((name) => sql`t.${sql.identifier(name)} = one.${sql.identifier(name)}`)
  const value = sql.identifier(column)
  const right = sql`update (${value}) on ${sql.identifier(table)}`
  const role = sql.identifier(ERASURE_ROLE)
  if (isAppendOnly) await tx.execute(sql`grant ${right} to ${role}`)
  if (isAppendOnly) await becomeErasureRole(tx)
  const { rowCount } = await tx.execute(sql`
    update ${sql.identifier(table)} t set ${value} = one.after
      from unnest(${list(arrays)}, ${sql.param(changes.map(({ row }) => row.sealed))}::bytea[],
          ${sql.param(changes.map(({ sealed }) => sealed))}::bytea[])
        as one (${list(names.map((name) => sql`${sql.identifier(name)}`))}, before, after)
      where ${sql.join(isSame, sql` and `)} and t.${value} = one.before`)
  if (isAppendOnly) await tx.execute(sql`reset role`)
  if (isAppendOnly) await tx.execute(sql`revoke ${right} from ${role}`)
  return rowCount ?? 0
}

export type HistoryEntry = { id: number; details: unknown; sealId: string }

/** Entries of the audit log with sealed values, by id. */
export async function listHistory(
  q: Queryable,
  { after, limit }: Page<number>,
): Promise<HistoryEntry[]> {
  const { rows } = await q.execute<HistoryEntry>(sql`
    select a.id, a.details, coalesce(m.seal_id, m.user_id)::text as "sealId"
      from audit_log a join members m on m.id = a.member_id
      where a.action = 'profile changed' and a.id > ${after ?? 0} order by a.id limit ${limit}`)
  return rows
}

export async function writeHistory(tx: Tx, entries: HistoryEntry[], at: Date): Promise<number> {
  await becomeErasureRole(tx)
  await tx.execute(sql`
    update audit_log a set details = one.details
      from unnest(${sql.param(entries.map(({ id }) => id))}::bigint[],
        ${sql.param(entries.map(({ details }) => JSON.stringify(details)))}::jsonb[])
        as one (id, details) where a.id = one.id`)
  await tx.execute(sql`reset role`)
  const [entry] = await tx
    .insert(erasureLog)
    .values({ kind: 'field keys', counts: { audit_log: entries.length }, at })
    .returning({ id: erasureLog.id })
  if (!entry) throw new Error('erasure_log returned no entry')
  return entry.id
}

export type SealedJob = { id: string; queue: string; json: unknown }

export async function listSealedJobs(
  q: Queryable,
  column: JobColumn,
  { after, limit }: Page<string>,
): Promise<SealedJob[]> {
  const isNext = after ? sql`and id > ${after}::uuid` : sql``
  const { rows } = await q.execute<SealedJob>(sql`
    select id, name as queue, ${sql.identifier(column)} as json from jobs.job
      where name = any(${sql.param([...MESSAGE_QUEUES])}::text[])
        and ${sql.identifier(column)} is not null ${isNext}
      order by id limit ${limit}`)
  return rows
}

/** Nothing when the job has changed meanwhile. */
export async function writeJob(
  q: Queryable,
  column: JobColumn,
  { job, json }: { job: SealedJob; json: unknown },
): Promise<number> {
  const name = sql.identifier(column)
  const { rowCount } = await q.execute(sql`
    update jobs.job set ${name} = ${JSON.stringify(json)}::jsonb
      where name = ${job.queue} and id = ${job.id}::uuid
        and ${name} = ${JSON.stringify(job.json)}::jsonb`)
  return rowCount ?? 0
}

export async function deleteCanary(q: Queryable, key: string): Promise<void> {
  await q.execute(sql`delete from field_key_canaries where name = ${`key ${key}`}`)
}

async function becomeErasureRole(tx: Tx): Promise<void> {
  await tx.execute(sql`set local role ${sql.identifier(ERASURE_ROLE)}`)
}

const EXTRA: Record<string, SQL> = {
  seal_id_of_member: sql`(select coalesce(m.seal_id, m.user_id)::text from members m where m.id = t.member_id)`,
}

function own(name: string): SQL {
  return sql`t.${sql.identifier(name)}`
}

function list(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

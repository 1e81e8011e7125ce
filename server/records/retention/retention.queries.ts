import { and, desc, eq, sql } from 'drizzle-orm'
import type { RetentionKind } from '../../../domain/office/retention.ts'
import { gpDayIndexOf } from '../../facts/sealed-gp-day.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { erasureLog, retentionSettings, staff } from '../../platform/db/schema.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { ChainedTable } from '../hash-chain/chained-tables.ts'

export type RetentionSetting = typeof retentionSettings.$inferSelect & { by: string | null }

export async function listRetentionSettings(q: Queryable): Promise<RetentionSetting[]> {
  const rows = await q
    .select({ setting: retentionSettings, by: staff.name })
    .from(retentionSettings)
    .leftJoin(staff, eq(staff.id, retentionSettings.changedBy))
  return rows.map(({ setting, by }) => ({ ...setting, by }))
}

/** False when `version` is not the present one; 0 when there is none yet. */
export async function saveRetentionSetting(
  q: Queryable,
  {
    version,
    ...values
  }: Omit<typeof retentionSettings.$inferInsert, 'version'> & { version: number },
): Promise<boolean> {
  if (version === 0) {
    const added = await q.insert(retentionSettings).values(values).onConflictDoNothing().returning()
    return added.length === 1
  }
  const changed = await q
    .update(retentionSettings)
    .set({ ...values, version: version + 1 })
    .where(and(eq(retentionSettings.kind, values.kind), eq(retentionSettings.version, version)))
    .returning()
  return changed.length === 1
}

export async function findLastDeletion(
  q: Queryable,
  kind: RetentionKind,
): Promise<{ id: number; at: Date } | null> {
  const { id, at } = erasureLog
  const [row] = await q
    .select({ id, at })
    .from(erasureLog)
    .where(eq(erasureLog.kind, kind))
    .orderBy(desc(id))
    .limit(1)
  return row ?? null
}

type Due = { kind: RetentionKind; cutoff: Date }

/** Members with health records, or payments, whose period has ended; `most` of them, or all. */
export async function listDue(
  q: Queryable,
  { kind, cutoff }: Due,
  most: number | null,
): Promise<string[]> {
  const found =
    kind === 'payments' ? sql`old_payments(${cutoff})` : sql`members_with_old_records(${cutoff})`
  const { rows } = await q.execute<{ id: string }>(
    sql`select id::text from ${found} as due (id) limit ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** The rows of the hash chain that delete() deletes, by table. */
export async function listChainedOfDue(
  q: Queryable,
  { kind, cutoff, due }: Due & { due: string[] },
): Promise<[ChainedTable, number[]][]> {
  const conditions = kind === 'payments' ? ofPayments(due) : ofMembers(due, cutoff)
  const found: [ChainedTable, number[]][] = []
  for (const [table, condition] of conditions) {
    const { rows } = await q.execute<{ id: number }>(
      sql`select id from ${sql.identifier(table)} where ${condition}`,
    )
    found.push([table, rows.map(({ id }) => Number(id))])
  }
  return found
}

function ofPayments(due: string[]): [ChainedTable, ReturnType<typeof sql>][] {
  const own = sql`payment_id = any(${sql.param(due)}::uuid[])`
  return [
    ['dispute_events', own],
    ['ledger_entries', own],
    ['owed_refund_outcomes', sql`owed_refund_id in (select id from owed_refunds where ${own})`],
    ['owed_refunds', own],
    ['venue_takings', own],
  ]
}

function ofMembers(due: string[], cutoff: Date): [ChainedTable, ReturnType<typeof sql>][] {
  const own = sql`member_id in (select id from members
    where coalesce(merged_into, id) = any(${sql.param(due)}::bigint[]))`
  const booked = sql`appointment_id in (select id from appointments where ${own})`
  return [
    ['access_log', sql`${own} and (at < ${cutoff} or result_id is not null)`],
    ['attendance_actions', booked],
    ['audit_log', sql`${own} and at < ${cutoff}`],
    ['capacity_entries', own],
    ['consent_withdrawals', own],
    ['consents', own],
    ['follow_up_answers', own],
    ['identity_changes', own],
    ['preparation_answers', own],
    ['result_reviews', sql`lab_result_id in (select id from lab_results where ${own})`],
    ['results', own],
    ['tubes', booked],
  ]
}

async function listResultIds(q: Queryable, due: string[]): Promise<number[]> {
  const { rows } = await q.execute<{ id: number }>(sql`
    select r.id from results r join members own on own.id = r.member_id
      where coalesce(own.merged_into, own.id) = any(${sql.param(due)}::bigint[])`)
  return rows.map(({ id }) => Number(id))
}

/** Deletes, as the role charity_erasure; returns the entry in erasure_log, null when none was due. */
export async function deleteDue(
  q: Queryable,
  keys: FieldKeys,
  { kind, cutoff, due, now }: Due & { due: string[]; now: Date },
): Promise<number | null> {
  const ids = kind === 'payments' ? [] : await listResultIds(q, due)
  const indexes = ids.map((id) => gpDayIndexOf(keys, id))
  const statement =
    kind === 'payments'
      ? sql`delete_payments(${sql.param(due)}::uuid[], ${cutoff}, ${now})`
      : sql`delete_health_records(${sql.param(due)}::bigint[], ${cutoff}, ${now},
          ${sql.param(ids)}::bigint[], ${sql.param(indexes)}::bytea[])`
  const { rows } = await q.execute<{ entry: number | null }>(sql`select ${statement} as entry`)
  return rows[0]?.entry ?? null
}

import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import * as z from 'zod/mini'
import { isOfPerson, type MemberRow } from '../../members/members.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import {
  auditLog,
  consents,
  erasureRequests,
  identityChanges,
  keptIdentities,
  members,
  results,
  staff,
} from '../../platform/db/schema.ts'

/** No such function, no right to call it. */
const MISSING = ['42883', '42501']
const Counts = z.record(z.string(), z.int())

/** Approved requests that are not carried out, oldest first. */
export async function listApprovedErasures(q: Queryable): Promise<number[]> {
  const { id, approvedAt, carriedOutAt } = erasureRequests
  const rows = await q
    .select({ id })
    .from(erasureRequests)
    .where(and(isNotNull(approvedAt), isNull(carriedOutAt)))
    .orderBy(asc(id))
  return rows.map((row) => row.id)
}

export type ApprovedErasure = { memberId: number; askedAt: Date; accountGoneAt: Date | null }

/** Locked; null when it is carried out or not approved. */
export async function lockApprovedErasure(tx: Tx, id: number): Promise<ApprovedErasure | null> {
  const [row] = await tx
    .select()
    .from(erasureRequests)
    .where(eq(erasureRequests.id, id))
    .for('update')
  return row?.approvedAt && !row.carriedOutAt ? row : null
}

export async function markAccountGone(q: Queryable, id: number, now: Date): Promise<void> {
  await q.update(erasureRequests).set({ accountGoneAt: now }).where(eq(erasureRequests.id, id))
}

export async function lockMemberRow(tx: Tx, id: number): Promise<MemberRow> {
  const [row] = await tx.select().from(members).where(eq(members.id, id)).for('update')
  if (!row) throw new Error(`member ${id} is not there`)
  return row
}

export async function isStaff(q: Queryable, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  return (await q.$count(staff, and(eq(staff.userId, userId), isNull(staff.until)))) > 0
}

/** Rows of chained tables that erase_member() changes or deletes. */
export async function listChainedRows(
  q: Queryable,
  { id, userId }: Pick<MemberRow, 'id' | 'userId'>,
  { hasRecords }: { hasRecords: boolean },
): Promise<{ audit_log: number[]; identity_changes: number[] }> {
  const own = sql`(${isOfPerson(auditLog.memberId, id)}
    or ${auditLog.memberId} is null and ${auditLog.actorUserId} = ${userId})`
  const entries = await q
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(own, sql`${auditLog.details} <> kept_audit_details(${auditLog.details})`))
  const changes = hasRecords
    ? []
    : await q
        .select({ id: identityChanges.id })
        .from(identityChanges)
        .where(isOfPerson(identityChanges.memberId, id))
  return {
    audit_log: entries.map((row) => row.id),
    identity_changes: changes.map((row) => row.id),
  }
}

/** Whether anything of the person is a health record. */
export async function hasRecords(q: Queryable, memberId: number): Promise<boolean> {
  const found = await Promise.all([
    q.$count(consents, isOfPerson(consents.memberId, memberId)),
    q.$count(results, isOfPerson(results.memberId, memberId)),
  ])
  return found.some((count) => count > 0)
}

export async function keepIdentity(
  q: Queryable,
  kept: typeof keptIdentities.$inferInsert,
): Promise<void> {
  await q.insert(keptIdentities).values(kept).onConflictDoNothing()
}

/** Erases, as the role charity_erasure; returns the id of the entry in erasure_log. */
export async function eraseMember(
  tx: Tx,
  { requestId, now }: { requestId: number; now: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ entry: number }>(
    sql`select erase_member(${requestId}, ${now}, false) as entry`,
  )
  if (!rows[0]) throw new Error('erase_member returned nothing')
  return rows[0].entry
}

/** Whether the database has the role for erasure and its function. */
export async function canErase(q: Queryable): Promise<boolean> {
  const { rows } = await q.execute<{ can: boolean | null }>(
    sql`select has_function_privilege(to_regprocedure('erase_member(bigint, timestamptz, boolean)'), 'EXECUTE') as can`,
  )
  return rows[0]?.can === true
}

/**
 * The rows by table that erasing would change or delete; nothing is changed. Null when the database
 * has no role for erasure.
 */
export async function tryErasure(
  q: Queryable,
  { requestId, now }: { requestId: number; now: Date },
): Promise<Record<string, number> | null> {
  try {
    await q.execute(sql`select erase_member(${requestId}, ${now}, true)`)
  } catch (error) {
    const fault = error instanceof Error ? error.cause : null
    if (!(fault instanceof pg.DatabaseError)) throw error
    if (fault.code !== undefined && MISSING.includes(fault.code)) return null
    if (fault.constraint !== 'erasure_is_a_trial') throw error
    return Counts.parse(JSON.parse(fault.detail ?? '{}'))
  }
  throw new Error('a trial of erase_member must fail')
}

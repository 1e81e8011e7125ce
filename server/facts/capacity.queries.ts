// Doubts whether a member understands the test, and what clinicians decided (docs/decisions/0047).
import { asc, eq, inArray, sql } from 'drizzle-orm'
import {
  type CapacityState,
  capacityOf,
  type DatedCapacityEntry,
} from '../../domain/office/capacity.ts'
import { isOfPerson } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, capacityEntries, members, staff } from '../platform/db/schema.ts'

/** Of the person, in the order of their ids, still sealed. */
export function listCapacity(q: Queryable, memberId: number) {
  return q
    .select({
      id: capacityEntries.id,
      kind: capacityEntries.kind,
      decides: capacityEntries.decides,
      by: staff.name,
      at: capacityEntries.at,
      sealId: capacityEntries.sealId,
      sealed: capacityEntries.sealed,
    })
    .from(capacityEntries)
    .innerJoin(staff, eq(staff.id, capacityEntries.madeBy))
    .where(isOfPerson(capacityEntries.memberId, memberId))
    .orderBy(asc(capacityEntries.id))
}

/** By member, of each the person's entries; a member about whom nobody has said anything is missing. */
export async function listCapacityEntries(
  q: Queryable,
  memberIds: readonly number[],
): Promise<Map<number, DatedCapacityEntry[]>> {
  if (memberIds.length === 0) return new Map()
  const person = (id: typeof members.id | typeof capacityEntries.memberId) =>
    sql`(select coalesce(own.merged_into, own.id) from members own where own.id = ${id})`
  const rows = await q
    .select({
      memberId: members.id,
      id: capacityEntries.id,
      kind: capacityEntries.kind,
      decides: capacityEntries.decides,
      at: capacityEntries.at,
      appointmentId: capacityEntries.appointmentId,
    })
    .from(members)
    .innerJoin(capacityEntries, sql`${person(capacityEntries.memberId)} = ${person(members.id)}`)
    .where(inArray(members.id, [...new Set(memberIds)]))
    .orderBy(asc(capacityEntries.id))
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

/** What stands of each member's person; one about whom nobody has said anything is missing. */
export async function listCapacityStates(
  q: Queryable,
  memberIds: readonly number[],
): Promise<Map<number, CapacityState>> {
  const entries = await listCapacityEntries(q, memberIds)
  return new Map([...entries].map(([memberId, own]) => [memberId, capacityOf(own)]))
}

const NO_ENTRY = capacityOf([])

/** What stands of the member's person. */
export async function findCapacity(q: Queryable, memberId: number): Promise<CapacityState> {
  return (await listCapacityStates(q, [memberId])).get(memberId) ?? NO_ENTRY
}

/** Its id; null for a doubt that a tablet has sent before. */
export async function insertCapacityEntry(
  q: Queryable,
  row: typeof capacityEntries.$inferInsert,
): Promise<number | null> {
  const [added] = await q
    .insert(capacityEntries)
    .values(row)
    .onConflictDoNothing({ target: capacityEntries.actionId })
    .returning({ id: capacityEntries.id })
  return added?.id ?? null
}

/** Whose appointment it is; null without such a one. */
export async function findMemberIdOf(q: Queryable, appointmentId: number): Promise<number | null> {
  const [row] = await q
    .select({ memberId: appointments.memberId })
    .from(appointments)
    .where(eq(appointments.id, appointmentId))
  return row?.memberId ?? null
}

/** Of this record alone, for the copy of all data. */
export function listCapacityOf(q: Queryable, memberId: number) {
  return q
    .select({
      kind: capacityEntries.kind,
      at: capacityEntries.at,
      sealId: capacityEntries.sealId,
      sealed: capacityEntries.sealed,
    })
    .from(capacityEntries)
    .where(eq(capacityEntries.memberId, memberId))
    .orderBy(asc(capacityEntries.id))
}

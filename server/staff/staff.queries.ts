import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Role } from '../../domain/office/permissions.ts'
import { contains } from '../platform/db/contains.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { events, officeSessions, staff, staffEvents } from '../platform/db/schema.ts'
import type { Page } from '../platform/http/list.ts'

export type StaffRow = typeof staff.$inferSelect & { eventIds: number[]; leadEventIds: number[] }

/** The person of this account who works here, with the session's use of the office; null for none. */
export async function findStaffInSession(
  q: Queryable,
  of: { userId: string; sessionId: string },
): Promise<(StaffRow & { startedAt: Date | null; lastUsedAt: Date | null }) | null> {
  const [row] = await staffInSession(q).execute(of)
  return row ?? null
}

export async function findStaff(q: Queryable, id: number): Promise<StaffRow | null> {
  const [row] = await selectStaff(q).where(eq(staff.id, id))
  return row ?? null
}

/** By id. */
export async function listStaffNames(
  q: Queryable,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await q
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(inArray(staff.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Locks the row until the end of the transaction. */
export async function lockStaff(q: Queryable, id: number): Promise<StaffRow | null> {
  const [row] = await selectStaff(q).where(eq(staff.id, id)).for('update', { of: staff })
  return row ?? null
}

/** By name; those whose work has ended are a list of their own. */
export function listStaff(
  q: Queryable,
  { search, isWorking, after, limit }: { search: string; isWorking: boolean } & Page,
): Promise<StaffRow[]> {
  const [name, id] = after ?? []
  return selectStaff(q)
    .where(
      and(
        isFound(search),
        isWorking ? isNull(staff.until) : isNotNull(staff.until),
        after ? sql`(${staff.name}, ${staff.id}) > (${name}, ${id})` : undefined,
      ),
    )
    .orderBy(asc(staff.name), asc(staff.id))
    .limit(limit)
}

export async function countStaff(
  q: Queryable,
  search: string,
): Promise<{ working: number; ended: number }> {
  const [working, ended] = await Promise.all([
    q.$count(staff, and(isFound(search), isNull(staff.until))),
    q.$count(staff, and(isFound(search), isNotNull(staff.until))),
  ])
  return { working, ended }
}

function isFound(search: string): SQL | undefined {
  return contains(search, [staff.name, staff.email])
}

/** Locks them until the end of the transaction, so that two changes cannot remove the last two. */
export function lockAdmins(q: Queryable): Promise<{ id: number; email: string }[]> {
  return q
    .select({ id: staff.id, email: staff.email })
    .from(staff)
    .where(arrayContains(staff.roles, ['admin']))
    .orderBy(asc(staff.id))
    .for('update')
}

/** Addresses of the admins who work here. */
export async function listAdminEmails(q: Queryable): Promise<string[]> {
  const rows = await q
    .select({ email: staff.email })
    .from(staff)
    .where(and(arrayContains(staff.roles, ['admin']), isNull(staff.until)))
    .orderBy(asc(staff.id))
  return rows.map(({ email }) => email)
}

/** Everybody who works here in one of the roles. */
export function listStaffInRoles(
  q: Queryable,
  roles: readonly Role[],
): Promise<{ id: number; email: string }[]> {
  return q
    .select({ id: staff.id, email: staff.email })
    .from(staff)
    .where(and(isNull(staff.until), arrayOverlaps(staff.roles, [...roles])))
    .orderBy(asc(staff.id))
}

/** The roles of everybody who works here. */
export function listRoles(q: Queryable): Promise<{ roles: Role[] }[]> {
  return q.select({ roles: staff.roles }).from(staff).where(isNull(staff.until))
}

export async function endOfficeSessions(q: Queryable, staffId: number): Promise<void> {
  await q.delete(officeSessions).where(eq(officeSessions.staffId, staffId))
}

/** The account of somebody who works or worked here. Throws for an unknown id. */
export async function findStaffUser(q: Queryable, id: number): Promise<string> {
  const [row] = await q.select({ userId: staff.userId }).from(staff).where(eq(staff.id, id))
  if (!row) throw new Error(`staff ${id} is not there`)
  return row.userId
}

/** Null when the account has a row. */
export async function insertStaff(
  q: Queryable,
  row: typeof staff.$inferInsert,
): Promise<number | null> {
  const [added] = await q
    .insert(staff)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: staff.id })
  return added?.id ?? null
}

/** False when the version is another one. */
export async function updateStaff(
  q: Queryable,
  { id, version, ...changes }: Pick<StaffRow, 'id' | 'version' | 'name' | 'roles' | 'until'>,
): Promise<boolean> {
  const { rowCount } = await q
    .update(staff)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(staff.id, id), eq(staff.version, version)))
  return rowCount === 1
}

/** False when one of these events is not there. */
export async function replaceStaffEvents(
  q: Queryable,
  staffId: number,
  { eventIds, leadEventIds }: Readonly<Pick<StaffRow, 'eventIds' | 'leadEventIds'>>,
): Promise<boolean> {
  const wanted = [...new Set(eventIds)]
  await q.delete(staffEvents).where(eq(staffEvents.staffId, staffId))
  const known = await q.select({ id: events.id }).from(events).where(inArray(events.id, wanted))
  if (known.length > 0)
    await q.insert(staffEvents).values(
      known.map(({ id: eventId }) => ({
        staffId,
        eventId,
        isLead: leadEventIds.includes(eventId),
      })),
    )
  return known.length === wanted.length
}

export async function saveOfficeSession(
  q: Queryable,
  use: { sessionId: string; staffId: number; now: Date },
): Promise<void> {
  const { now, ...ids } = use
  // In the order in which removing somebody locks, the person first: sessions end after a day, this time stays.
  await q.update(staff).set({ lastSeenAt: now }).where(eq(staff.id, ids.staffId))
  await q
    .insert(officeSessions)
    .values({ ...ids, startedAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: officeSessions.sessionId, set: { lastUsedAt: now } })
}

const staffColumns = {
  id: staff.id,
  userId: staff.userId,
  email: staff.email,
  name: staff.name,
  roles: staff.roles,
  since: staff.since,
  until: staff.until,
  madeBy: staff.madeBy,
  version: staff.version,
  lastSeenAt: staff.lastSeenAt,
  eventIds: sql<number[]>`array(select ${staffEvents.eventId}::int from ${staffEvents}
    where ${eq(staffEvents.staffId, staff.id)} order by 1)`,
  leadEventIds: sql<number[]>`array(select ${staffEvents.eventId}::int from ${staffEvents}
    where ${and(eq(staffEvents.staffId, staff.id), eq(staffEvents.isLead, true))} order by 1)`,
}

function selectStaff(q: Queryable) {
  return q.select(staffColumns).from(staff)
}

const staffInSession = prepareQuery((q) =>
  q
    .select({
      ...staffColumns,
      startedAt: officeSessions.startedAt,
      lastUsedAt: officeSessions.lastUsedAt,
    })
    .from(staff)
    .leftJoin(officeSessions, eq(officeSessions.sessionId, sql.placeholder('sessionId')))
    .where(and(eq(staff.userId, sql.placeholder('userId')), isNull(staff.until)))
    .prepare('staff_in_session'),
)

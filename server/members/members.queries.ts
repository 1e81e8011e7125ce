// Members are found by the signed-in account, never by request data.
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { members } from '../db/schema.ts'

/** `id` is the public profileId. */
export type Member = {
  id: number
  userId: string
  email: string
  firstName: string
  lastName: string
  dateOfBirth: string
  nhsConfirmedAt: Date | null
}

export type MemberRow = typeof members.$inferSelect

export async function findMemberByUser(q: Queryable, userId: string): Promise<Member | null> {
  const [member] = await memberByUser(q).execute({ userId })
  return member ?? null
}

/** For jobs without a session. */
export async function findMember(q: Queryable, id: number): Promise<Member | null> {
  const [member] = await memberById(q).execute({ id })
  return member ?? null
}

/** Serialises a member's payments until the transaction ends. */
export function lockMember(q: Queryable, id: number): Promise<unknown> {
  return memberToLock(q).execute({ id })
}

export async function findProfileByUser(q: Queryable, userId: string): Promise<MemberRow | null> {
  const [row] = await q.select().from(members).where(eq(members.userId, userId))
  return row ?? null
}

export async function lockProfileOfUser(q: Queryable, userId: string): Promise<MemberRow | null> {
  const [row] = await q.select().from(members).where(eq(members.userId, userId)).for('update')
  return row ?? null
}

export async function updateMember(
  q: Queryable,
  id: number,
  changes: Partial<typeof members.$inferInsert>,
): Promise<void> {
  await q
    .update(members)
    .set({ ...changes, version: sql`${members.version} + 1` })
    .where(eq(members.id, id))
}

export async function findOthersWithNhsNumber(
  q: Queryable,
  { index, id }: { index: Buffer; id: number },
): Promise<number[]> {
  const rows = await q
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.nhsNumberIndex, index), ne(members.id, id)))
    .orderBy(members.id)
  return rows.map((row) => row.id)
}

/** Null when the account has a profile already. */
export async function insertMember(
  q: Queryable,
  member: typeof members.$inferInsert,
): Promise<MemberRow | null> {
  const [row] = await q
    .insert(members)
    .values(member)
    .onConflictDoNothing({ target: members.userId })
    .returning()
  return row ?? null
}

export const memberColumns = {
  id: members.id,
  userId: members.userId,
  email: members.email,
  firstName: members.firstName,
  lastName: members.lastName,
  dateOfBirth: members.dateOfBirth,
  nhsConfirmedAt: members.nhsConfirmedAt,
}

const memberById = prepareQuery((q) =>
  q
    .select(memberColumns)
    .from(members)
    .where(eq(members.id, sql.placeholder('id')))
    .prepare('member_by_id'),
)

const memberToLock = prepareQuery((q) =>
  q
    .select({ id: members.id })
    .from(members)
    .where(eq(members.id, sql.placeholder('id')))
    .for('no key update')
    .prepare('lock_member'),
)

const memberByUser = prepareQuery((q) =>
  q
    .select(memberColumns)
    .from(members)
    .where(eq(members.userId, sql.placeholder('userId')))
    .prepare('member_by_user'),
)

// Members are found by the signed-in account, never by request data.
import { and, eq, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ContactWay } from '../../domain/contact-and-support.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { members } from '../platform/db/schema.ts'
import { changesDuplicates, refreshDuplicates } from './match-keys.queries.ts'

/** `id` is the public profileId. Without an account `userId` is null; `email` may be null then. */
export type Member = {
  id: number
  userId: string | null
  email: string | null
  firstName: string
  lastName: string
  dateOfBirth: string
  /** As typed; '' for none. */
  phone: string
  /** The number that was confirmed (domain/proven-mobile.ts); null for none. */
  provenPhone: string | null
  contactBy: ContactWay
  nhsConfirmedAt: Date | null
  isActive: boolean
}

export type MemberRow = typeof members.$inferSelect
export type NewMemberRow = typeof members.$inferInsert

type WithAccount<M> = M & { userId: string; email: string }
/** A member who can sign in. */
export type AccountHolder = WithAccount<Member>
export type AccountHolderRow = WithAccount<MemberRow>

/** Null too for the account of a member who has died, which may not be used. */
export async function findMemberByUser(
  q: Queryable,
  userId: string,
): Promise<AccountHolder | null> {
  const [member] = await memberByUser(q).execute({ userId })
  return member && hasAccount(member) ? member : null
}

export function hasAccount<M extends Pick<Member, 'userId' | 'email'>>(
  member: M,
): member is WithAccount<M> {
  return member.userId !== null && member.email !== null
}

/** For jobs without a session. */
export async function findMember(q: Queryable, id: number): Promise<Member | null> {
  const [member] = await memberById(q).execute({ id })
  return member ?? null
}

/** SQL: whether the column names this member or a record that was merged into theirs. */
export function isOfPerson(column: SQLWrapper, memberId: number | SQLWrapper): SQL {
  return sql`${column} in (select person.id from members person
    where person.id = ${memberId} or person.merged_into = ${memberId})`
}

/** Records of the same person, in the order of their ids. */
export function listMergedInto(q: Queryable, keptId: number): Promise<MemberRow[]> {
  return q.select().from(members).where(eq(members.mergedInto, keptId)).orderBy(members.id)
}

/** Serialises a member's payments until the transaction ends. */
export function lockMember(q: Queryable, id: number): Promise<unknown> {
  return memberToLock(q).execute({ id })
}

export async function findProfileByUser(
  q: Queryable,
  userId: string,
): Promise<AccountHolderRow | null> {
  const [row] = await q.select().from(members).where(eq(members.userId, userId))
  return row && hasAccount(row) ? row : null
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
  const rows = await q
    .update(members)
    .set({ ...changes, version: sql`${members.version} + 1` })
    .where(eq(members.id, id))
    .returning()
  if (changesDuplicates(changes)) await refreshDuplicates(q, rows)
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
export async function insertMember(q: Queryable, member: NewMemberRow): Promise<MemberRow | null> {
  const [row] = await q
    .insert(members)
    .values(member)
    .onConflictDoNothing({ target: members.userId })
    .returning()
  if (row) await refreshDuplicates(q, [row])
  return row ?? null
}

export const memberColumns = {
  id: members.id,
  userId: members.userId,
  email: members.email,
  firstName: members.firstName,
  lastName: members.lastName,
  dateOfBirth: members.dateOfBirth,
  phone: members.phone,
  provenPhone: members.provenPhone,
  contactBy: members.contactBy,
  nhsConfirmedAt: members.nhsConfirmedAt,
  isActive: members.isActive,
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
    .where(and(eq(members.userId, sql.placeholder('userId')), isNull(members.diedAt)))
    .prepare('member_by_user'),
)

import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type MemberSearch, readMemberSearch } from '../../domain/office/member-search.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  hasLatinName,
  latinWordsOf,
  members,
  payments,
  wordsOf,
} from '../platform/db/schema.ts'

const MOST_FOUND = 2_000

/** A condition on `members`, and whether it names each of a few. */
export type Found = { matches: SQL; areFew: boolean }

/** What a search box asks for; null when it is empty. */
export async function searchMembers(q: Queryable, typed: string): Promise<Found | null> {
  const search = readMemberSearch(typed)
  const ids = search.reference === null ? [] : await findByReference(q, search.reference)
  if (ids.length > 0) return few(ids)
  const owners = search.email === null ? [] : await findByEmail(q, search.email)
  const matches = and(owners.length > 0 ? isOneOf(owners) : undefined, asksFor(search))
  if (!matches) return null
  const found = await findSome(q, matches)
  return found.length > MOST_FOUND ? { matches, areFew: false } : few(found)
}

function few(ids: number[]): Found {
  return { matches: isOneOf(ids), areFew: true }
}

function isOneOf(ids: number[]): SQL {
  return sql`${members.id} = any(${sql.param(ids)}::bigint[])`
}

function asksFor({ words, email, dateOfBirth }: MemberSearch): SQL | undefined {
  const tsquery = words.map((word) => `'${word}':*`).join(' & ')
  return and(
    words.length > 0
      ? sql`(${wordsOf(members)} @@ ${tsquery}::tsquery
          or (${hasLatinName(members)} and ${latinWordsOf(members)} @@ ${tsquery}::tsquery))`
      : undefined,
    email === null ? undefined : sql`strpos(lower(${members.email}), ${email}) > 0`,
    dateOfBirth === null ? undefined : eq(members.dateOfBirth, dateOfBirth),
  )
}

const keptId = sql<number>`coalesce(${members.mergedInto}, ${members.id})`.as('kept_id')

/**
 * At most one more than MOST_FOUND, by the index of words. Asked for a page in an order, the
 * database would rather read all members in that order and split the words of each.
 */
async function findSome(q: Queryable, matches: SQL): Promise<number[]> {
  const { rows } = await q.execute<{ id: number }>(sql`
    with found as materialized (select id from ${members} where ${matches})
    select id from found limit ${MOST_FOUND + 1}`)
  return rows.map(({ id }) => id)
}

/** Members with exactly this address. */
async function findByEmail(q: Queryable, email: string): Promise<number[]> {
  const rows = await q
    .select({ id: members.id })
    .from(members)
    .where(eq(sql`lower(${members.email})`, email))
  return rows.map(({ id }) => id)
}

/** Members with the appointment or payment of this reference, or with this number. */
async function findByReference(q: Queryable, reference: string): Promise<number[]> {
  const ofAppointment = q
    .select({ id: keptId })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(eq(appointments.reference, reference.toUpperCase()))
  const ofPayment = q
    .select({ id: keptId })
    .from(payments)
    .innerJoin(members, eq(members.id, payments.memberId))
    .where(
      or(
        eq(payments.orderId, reference),
        eq(payments.captureId, reference),
        eq(payments.invoiceId, reference),
      ),
    )
  const rows = await ofAppointment.union(ofPayment)
  return rows.map(({ id }) => id)
}

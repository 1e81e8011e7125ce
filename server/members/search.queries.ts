import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type MemberSearch, readMemberSearch } from '../../domain/office/member-search.ts'
import type { Queryable } from '../db/database.ts'
import { appointments, members, payments, wordsOf } from '../db/schema.ts'

/** The condition on `members` of a search box; undefined when it is empty. */
export async function searchMembers(q: Queryable, typed: string): Promise<SQL | undefined> {
  const search = readMemberSearch(typed)
  const ids = search.reference === null ? [] : await findByReference(q, search.reference)
  if (ids.length > 0) return isOneOf(ids)
  const owners = search.email === null ? [] : await findByEmail(q, search.email)
  return owners.length > 0 ? and(isOneOf(owners), matches(search)) : matches(search)
}

function isOneOf(ids: number[]): SQL {
  return sql`${members.id} = any(${sql.param(ids)}::bigint[])`
}

function matches({ words, email, dateOfBirth }: MemberSearch): SQL | undefined {
  const tsquery = words.map((word) => `'${word}':*`).join(' & ')
  return and(
    words.length > 0 ? sql`${wordsOf(members)} @@ ${tsquery}::tsquery` : undefined,
    email === null ? undefined : sql`strpos(lower(${members.email}), ${email}) > 0`,
    dateOfBirth === null ? undefined : eq(members.dateOfBirth, dateOfBirth),
  )
}

const keptId = sql<number>`coalesce(${members.mergedInto}, ${members.id})`.as('kept_id')

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

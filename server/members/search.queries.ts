import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type MemberSearch, readMemberSearch } from '../../domain/office/member-search.ts'
import type { Queryable } from '../db/database.ts'
import { appointments, members, payments, wordsOf } from '../db/schema.ts'

/** The condition on `members` of a search box; undefined when it is empty. */
export async function searchMembers(q: Queryable, typed: string): Promise<SQL | undefined> {
  const search = readMemberSearch(typed)
  const ids = search.reference === null ? [] : await findByReference(q, search.reference)
  if (ids.length > 0) return sql`${members.id} = any(${sql.param(ids)}::bigint[])`
  return matches(search)
}

function matches({ words, dateOfBirth }: MemberSearch): SQL | undefined {
  const tsquery = words.map((word) => `'${word}':*`).join(' & ')
  return and(
    words.length > 0 ? sql`${wordsOf(members)} @@ ${tsquery}::tsquery` : undefined,
    dateOfBirth === null ? undefined : eq(members.dateOfBirth, dateOfBirth),
  )
}

/** Members with the appointment or payment of this reference, or with this number. */
async function findByReference(q: Queryable, reference: string): Promise<number[]> {
  const ofAppointment = q
    .select({ id: appointments.memberId })
    .from(appointments)
    .where(eq(appointments.reference, reference.toUpperCase()))
  const ofPayment = q
    .select({ id: payments.memberId })
    .from(payments)
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

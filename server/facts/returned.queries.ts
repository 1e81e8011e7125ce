import { and, desc, eq, inArray } from 'drizzle-orm'
import { isOfPerson } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { resultLetters } from '../platform/db/schema.ts'

/** The member's last letter that was posted, if the post brought it back; else null. */
export async function findReturnedLetter(q: Queryable, memberId: number) {
  const [last] = await q
    .select({
      addressIndex: resultLetters.addressIndex,
      returnedOn: resultLetters.returnedOn,
    })
    .from(resultLetters)
    .where(
      and(
        isOfPerson(resultLetters.memberId, memberId),
        eq(resultLetters.recipient, 'member'),
        inArray(resultLetters.state, ['posted', 'returned']),
      ),
    )
    .orderBy(desc(resultLetters.id))
    .limit(1)
  if (!last?.addressIndex || last.returnedOn === null) return null
  return { addressIndex: last.addressIndex, returnedOn: last.returnedOn }
}

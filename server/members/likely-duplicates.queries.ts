import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { members } from '../platform/db/schema.ts'
import type { MemberRow } from './members.queries.ts'

const MOST_CANDIDATES = 50

/**
 * Members who have the NHS number, or the birth date and one more, or both names and the postcode,
 * as any likely double has; oldest first, at most 50.
 */
export function listDoubleCandidates(
  q: Queryable,
  of: Pick<MemberRow, 'firstName' | 'lastName' | 'dateOfBirth' | 'postcode' | 'nhsNumberIndex'>,
): Promise<MemberRow[]> {
  const hasLastName = sql`lower(${members.lastName}) = lower(${of.lastName})`
  const hasFirstName = sql`lower(${members.firstName}) = lower(${of.firstName})`
  const hasPostcode = of.postcode === null ? undefined : eq(members.postcode, of.postcode)
  return q
    .select()
    .from(members)
    .where(
      and(
        isNull(members.mergedInto),
        or(
          of.nhsNumberIndex ? eq(members.nhsNumberIndex, of.nhsNumberIndex) : undefined,
          and(eq(members.dateOfBirth, of.dateOfBirth), or(hasLastName, hasFirstName, hasPostcode)),
          hasPostcode && and(hasLastName, hasFirstName, hasPostcode),
        ),
      ),
    )
    .orderBy(asc(members.id))
    .limit(MOST_CANDIDATES)
}

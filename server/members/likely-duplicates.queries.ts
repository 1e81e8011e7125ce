import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { comparable } from '../../domain/fold-text.ts'
import { spellingKeys } from '../../domain/office/spelling-keys.ts'
import type { Queryable } from '../platform/db/database.ts'
import { matchKeys, members } from '../platform/db/schema.ts'
import type { MemberRow } from './members.queries.ts'

const MOST_CANDIDATES = 50

/**
 * Members who have the NHS number, or the birth date and one more, or names that are alike and the
 * postcode, as every likely duplicate has; oldest first, at most 50.
 */
export async function listDoubleCandidates(
  q: Queryable,
  of: Pick<MemberRow, 'firstName' | 'lastName' | 'dateOfBirth' | 'postcode' | 'nhsNumberIndex'>,
): Promise<MemberRow[]> {
  const hasFirstName = isAlike(of.firstName, {
    name: matchKeys.firstName,
    keys: matchKeys.firstNameKeys,
  })
  const hasLastName = isAlike(of.lastName, {
    name: matchKeys.lastName,
    keys: matchKeys.lastNameKeys,
  })
  const postcode = comparable(of.postcode)
  const hasPostcode = postcode === '' ? undefined : eq(matchKeys.postcode, postcode)
  const rows = await q
    .select({ member: members })
    .from(matchKeys)
    .innerJoin(members, eq(members.id, matchKeys.memberId))
    .where(
      and(
        isNull(members.mergedInto),
        or(
          of.nhsNumberIndex ? eq(matchKeys.nhsNumberIndex, of.nhsNumberIndex) : undefined,
          and(
            eq(matchKeys.dateOfBirth, of.dateOfBirth),
            or(hasLastName, hasFirstName, hasPostcode),
          ),
          hasPostcode && and(hasLastName, hasFirstName, hasPostcode),
        ),
      ),
    )
    .orderBy(asc(members.id))
    .limit(MOST_CANDIDATES)
  return rows.map(({ member }) => member)
}

type NameColumns = {
  name: typeof matchKeys.firstName | typeof matchKeys.lastName
  keys: typeof matchKeys.firstNameKeys | typeof matchKeys.lastNameKeys
}

function isAlike(typed: string, { name, keys }: NameColumns): SQL {
  return sql`(${name} = ${comparable(typed)} or ${keys} && ${sql.param(spellingKeys(typed))}::text[])`
}

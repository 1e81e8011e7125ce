import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused } from '../platform/http/refused.ts'
import { sessionOf } from '../platform/http/session.ts'
import { type AccountHolder, findMemberByUser } from './members.queries.ts'

/** Throws Refused not_found while the account has no profile. */
export async function signedInMember(
  deps: Pick<Deps, 'database'>,
  request: FastifyRequest,
): Promise<AccountHolder> {
  const member = await findMemberByUser(deps.database.db, sessionOf(request).userId)
  if (!member) throw new Refused('not_found')
  return member
}

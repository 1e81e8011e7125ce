import type { FastifyRequest } from 'fastify'
import type { Parts } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { sessionOf } from '../http/session.ts'
import { findMemberByUser, type Member } from './members.queries.ts'

/** The member who makes this request; Refused not_found while his account has no profile. */
export async function signedInMember(
  parts: Pick<Parts, 'database'>,
  request: FastifyRequest,
): Promise<Member> {
  const member = await findMemberByUser(parts.database.db, sessionOf(request).userId)
  if (!member) throw new Refused('not_found')
  return member
}

// Whom the charity may reach (domain/reach.ts). Every sender asks here before it sends.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { WantedContact } from '../../domain/contact-and-support.ts'
import { type ContactSubject, mayTell, type ReachFacts } from '../../domain/reach.ts'
import type { Queryable } from '../db/database.ts'
import { members } from '../db/schema.ts'

const WANTED: Record<ContactSubject, WantedContact[]> = {
  result: ['all', 'results'],
  appointment: ['all', 'results'],
  invitation: ['all'],
}

/** SQL: a condition on `members`, as `mayTell` of domain/reach.ts. */
export function mayBeTold(subject: ContactSubject): SQL | undefined {
  return and(
    isNull(members.diedAt),
    isNull(members.erasedAt),
    isNull(members.mergedInto),
    inArray(members.wantsContact, WANTED[subject]),
    subject === 'result' ? undefined : eq(members.isActive, true),
  )
}

export const reachColumns = {
  diedAt: members.diedAt,
  erasedAt: members.erasedAt,
  mergedInto: members.mergedInto,
  isActive: members.isActive,
  wantsContact: members.wantsContact,
  email: members.email,
  phone: members.phone,
  addressLines: members.addressLines,
  postcode: members.postcode,
}

/** Null without such a member. */
export async function findReachFacts(q: Queryable, memberId: number): Promise<ReachFacts | null> {
  const [row] = await q.select(reachColumns).from(members).where(eq(members.id, memberId))
  return row ?? null
}

/** False for a member who is not there. */
export async function mayTellMember(
  q: Queryable,
  memberId: number,
  subject: ContactSubject,
): Promise<boolean> {
  const facts = await findReachFacts(q, memberId)
  return facts !== null && mayTell(facts, subject)
}

/** Whether all records in use with this e-mail address, of one at least, are of people who died. */
export function isOnlyOfTheDead(q: Queryable, email: string): Promise<boolean> {
  return allDied(q, sql`lower(${members.email}) = ${email.toLowerCase()}`)
}

async function allDied(q: Queryable, isAddressed: SQL): Promise<boolean> {
  const [row] = await q
    .select({ all: sql<boolean | null>`bool_and(${members.diedAt} is not null)` })
    .from(members)
    .where(and(isAddressed, isNull(members.mergedInto), isNull(members.erasedAt)))
  return row?.all === true
}

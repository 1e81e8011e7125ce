// Whom the charity may reach (domain/reach.ts). Every sender asks here before it sends.
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { WantedContact } from '../../domain/contact-and-support.ts'
import { type ContactSubject, mayTell, type ReachFacts } from '../../domain/reach.ts'
import type { Queryable } from '../platform/db/database.ts'
import { members } from '../platform/db/schema.ts'

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
  provenPhone: members.provenPhone,
  contactBy: members.contactBy,
  careOf: members.careOf,
  addressLines: members.addressLines,
  postcode: members.postcode,
}

/** Of the record that is kept for the person; null without such a member. */
export async function findReachFacts(q: Queryable, memberId: number): Promise<ReachFacts | null> {
  const kept = sql`(select coalesce(one.merged_into, one.id) from members one where one.id = ${memberId})`
  const [row] = await q.select(reachColumns).from(members).where(eq(members.id, kept))
  return row ?? null
}

/** What a file for letters and calls has of these members. */
export async function listContacts(q: Queryable, memberIds: readonly number[]) {
  if (memberIds.length === 0) return []
  return q
    .select({
      id: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      ...reachColumns,
      town: members.town,
      supportNeeds: members.supportNeeds,
      supportNote: members.supportNote,
      supportNoteSealId: members.supportNoteSealId,
      supportNoteSealed: members.supportNoteSealed,
    })
    .from(members)
    .where(inArray(members.id, [...new Set(memberIds)]))
}

/** Whether the person has died; false for a member who is not there. */
export async function hasDied(q: Queryable, memberId: number): Promise<boolean> {
  const facts = await findReachFacts(q, memberId)
  return facts !== null && facts.diedAt !== null
}

/** Those of these members who have died. */
export async function listDead(q: Queryable, memberIds: readonly number[]): Promise<Set<number>> {
  if (memberIds.length === 0) return new Set()
  const rows = await q
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, [...new Set(memberIds)]), isNotNull(members.diedAt)))
  return new Set(rows.map(({ id }) => id))
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

/** Whether this e-mail address is of people who died, and of nobody else with a record. */
export function isMailOfTheDead(q: Queryable, email: string): Promise<boolean> {
  return areAllDead(q, sql`lower(${members.email}) = ${email.toLowerCase()}`)
}

/** The same of a mobile number in E.164. */
export async function isMobileOfTheDead(q: Queryable, mobile: string): Promise<boolean> {
  const national = sql`right(regexp_replace(${members.provenPhone}, '[^0-9]', '', 'g'), 10)`
  const isIt = sql`${national} = ${mobile.slice(-10)}`
  // The few who died come first, so that other numbers need no search.
  const [dead] = await q
    .select({ id: members.id })
    .from(members)
    .where(and(isNotNull(members.diedAt), isIt))
    .limit(1)
  return dead !== undefined && (await areAllDead(q, isIt))
}

async function areAllDead(q: Queryable, isAddressed: SQL): Promise<boolean> {
  const [row] = await q
    .select({ all: sql<boolean | null>`bool_and(${members.diedAt} is not null)` })
    .from(members)
    .where(and(isAddressed, isNull(members.mergedInto), isNull(members.erasedAt)))
  return row?.all === true
}

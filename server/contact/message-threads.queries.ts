import { and, arrayOverlaps, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { rolesWith } from '../../domain/office/permissions.ts'
import type { Queryable } from '../platform/db/database.ts'
import { contactMessages, messageEntries, staff } from '../platform/db/schema.ts'
import { selectMessages } from './contact.queries.ts'

const MOST_COMPLAINTS = 100

/** Null for none. */
export async function findMessage(q: Queryable, id: number) {
  const [row] = await selectMessages(q).where(eq(contactMessages.id, id))
  return row ?? null
}

/** Null for none. */
export async function lockMessage(q: Queryable, id: number) {
  const [row] = await q
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for('update')
  return row ?? null
}

export async function updateMessage(
  q: Queryable,
  id: number,
  changes: Partial<
    Pick<
      typeof contactMessages.$inferInsert,
      'ownerId' | 'complaintAt' | 'acknowledgedAt' | 'outcomeAt' | 'handledAt' | 'handledBy'
    >
  >,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await q.update(contactMessages).set(changes).where(eq(contactMessages.id, id))
}

/** The earliest first. */
export function listEntries(q: Queryable, messageId: number) {
  return q
    .select({
      kind: messageEntries.kind,
      by: staff.name,
      at: messageEntries.at,
      sealId: messageEntries.sealId,
      sealed: messageEntries.sealed,
    })
    .from(messageEntries)
    .innerJoin(staff, eq(staff.id, messageEntries.madeBy))
    .where(eq(messageEntries.messageId, messageId))
    .orderBy(asc(messageEntries.id))
}

export async function insertEntry(
  q: Queryable,
  row: typeof messageEntries.$inferInsert,
): Promise<void> {
  await q.insert(messageEntries).values(row)
}

/** Complaints about the use of personal data without their outcome, the oldest first. */
export function listComplaints(q: Queryable) {
  const { id, firstName, lastName, receivedAt, acknowledgedAt, outcomeAt } = contactMessages
  const name = sql<string>`${firstName} || ' ' || ${lastName}`
  return q
    .select({ id, name, receivedAt, acknowledgedAt, outcomeAt })
    .from(contactMessages)
    .where(and(isNotNull(contactMessages.complaintAt), isNull(outcomeAt)))
    .orderBy(asc(receivedAt))
    .limit(MOST_COMPLAINTS)
}

/** Who works here and reads messages. */
export function listColleagues(q: Queryable) {
  return q
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(readsMessages())
    .orderBy(asc(staff.name), asc(staff.id))
}

export async function isColleague(q: Queryable, id: number): Promise<boolean> {
  return (await q.$count(staff, and(eq(staff.id, id), readsMessages()))) > 0
}

function readsMessages() {
  return and(isNull(staff.until), arrayOverlaps(staff.roles, [...rolesWith('messages.read')]))
}

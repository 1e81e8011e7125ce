import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MESSAGE_TABS } from '../../domain/office/desk-schemas.ts'
import type { Deps } from '../deps.ts'
import { contains } from '../platform/db/contains.ts'
import type { Queryable } from '../platform/db/database.ts'
import { contactMessages, members, staff } from '../platform/db/schema.ts'
import { openMessage, sealMessage } from './sealed-message.ts'

type MessageTab = (typeof MESSAGE_TABS)[number]
type Keys = Pick<Deps, 'fieldKeys'>

const written = {
  message: contactMessages.message,
  sealId: contactMessages.sealId,
  sealed: contactMessages.sealed,
}

type NewMessage = Omit<typeof contactMessages.$inferInsert, 'sealId' | 'sealed'>

export async function insertMessage(
  q: Queryable,
  { fieldKeys }: Keys,
  { message, ...row }: NewMessage,
): Promise<void> {
  await q.insert(contactMessages).values({ ...row, ...sealMessage(fieldKeys, message) })
}

/** Messages with the names of who took one on or handled it; the text is sealed. */
export function selectMessages(q: Queryable) {
  const owner = alias(staff, 'owner')
  return q
    .select({
      id: contactMessages.id,
      firstName: contactMessages.firstName,
      lastName: contactMessages.lastName,
      email: contactMessages.email,
      phoneNumber: contactMessages.phoneNumber,
      ...written,
      spamReason: contactMessages.spamReason,
      receivedAt: contactMessages.receivedAt,
      handledAt: contactMessages.handledAt,
      handledBy: staff.name,
      ownerId: contactMessages.ownerId,
      ownerName: owner.name,
      complaintAt: contactMessages.complaintAt,
      acknowledgedAt: contactMessages.acknowledgedAt,
      outcomeAt: contactMessages.outcomeAt,
    })
    .from(contactMessages)
    .leftJoin(staff, eq(staff.id, contactMessages.handledBy))
    .leftJoin(owner, eq(owner.id, contactMessages.ownerId))
}

/** Newest first; `before` is the id of the last row so far. */
export async function listMessages(
  q: Queryable,
  keys: Keys,
  of: { tab: MessageTab; staffId: number; found: Found; before: number | null; limit: number },
) {
  const rows = await selectMessages(q)
    .where(
      and(
        isIn(of.tab, of.staffId),
        isFound(of.found),
        of.before === null ? undefined : lt(contactMessages.id, of.before),
      ),
    )
    .orderBy(desc(contactMessages.id))
    .limit(of.limit)
  return rows.map(({ sealId, sealed, ...row }) => ({
    ...row,
    message: openMessage(keys.fieldKeys, { ...row, sealId, sealed }),
  }))
}

export async function countMessages(
  q: Queryable,
  filter: Found,
  staffId: number,
): Promise<Record<MessageTab, number>> {
  const counts = await Promise.all(
    MESSAGE_TABS.map((tab) => q.$count(contactMessages, and(isIn(tab, staffId), isFound(filter)))),
  )
  const [open = 0, mine = 0, complaints = 0, handled = 0, spam = 0] = counts
  return { open, mine, complaints, handled, spam }
}

/** Null `handledBy` opens it again. False when it is so already, or there is none. */
export async function updateHandled(
  q: Queryable,
  { id, handledBy, at }: { id: number; handledBy: number | null; at: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(contactMessages)
    .set({ handledBy, handledAt: handledBy === null ? null : at })
    .where(
      and(
        eq(contactMessages.id, id),
        handledBy === null
          ? isNotNull(contactMessages.handledAt)
          : isNull(contactMessages.handledAt),
      ),
    )
  return rowCount === 1
}

/** Holds a message with this reason, or with null lets it through. False when it is so already, or there is none. */
export async function updateSpam(
  q: Queryable,
  { id, reason }: { id: number; reason: string | null },
): Promise<boolean> {
  const state = reason === null ? 'received' : 'held'
  const { rowCount } = await q
    .update(contactMessages)
    .set({ state, spamReason: reason })
    .where(and(eq(contactMessages.id, id), ne(contactMessages.state, state)))
  return rowCount === 1
}

/** The members who have one of these addresses, whatever its capitals. */
export async function listSenders(q: Queryable, emails: readonly string[]) {
  if (emails.length === 0) return []
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))]
  return q
    .select({
      id: members.id,
      name: sql<string>`${members.firstName} || ' ' || ${members.lastName}`,
      email: sql<string>`lower(${members.email})`,
    })
    .from(members)
    .where(
      and(
        inArray(sql`lower(${members.email})`, addresses),
        isNull(members.mergedInto),
        isNull(members.erasedAt),
      ),
    )
    .orderBy(asc(members.id))
}

function isIn(tab: MessageTab, staffId: number): SQL | undefined {
  const { handledAt, state, ownerId, complaintAt, outcomeAt } = contactMessages
  if (tab === 'handled') return isNotNull(handledAt)
  if (tab === 'complaints') return and(isNotNull(complaintAt), isNull(outcomeAt))
  const isOpen = and(isNull(handledAt), eq(state, tab === 'spam' ? 'held' : 'received'))
  return tab === 'mine' ? and(isOpen, eq(ownerId, staffId)) : isOpen
}

/** What a search asks for: words of a name or an address, or one of these messages. */
type Found = { search: string; ids: number[] }

const MOST_OPENED = 5_000

/** Among the newest 5,000 messages, for each of them is opened; none for an empty search. */
export async function findByWords(
  q: Queryable,
  { fieldKeys }: Keys,
  search: string,
): Promise<Found> {
  if (search === '') return { search, ids: [] }
  const rows = await q
    .select({ id: contactMessages.id, ...written })
    .from(contactMessages)
    .orderBy(desc(contactMessages.id))
    .limit(MOST_OPENED)
  const words = search.toLowerCase()
  const hits = rows.filter((row) => openMessage(fieldKeys, row).toLowerCase().includes(words))
  return { search, ids: hits.map(({ id }) => id) }
}

function isFound({ search, ids }: Found): SQL | undefined {
  const { id, firstName, lastName, email } = contactMessages
  const named = contains(search, [sql`${firstName} || ' ' || ${lastName}`, email])
  return named && or(named, sql`${id} = any(${sql.param(ids)}::bigint[])`)
}

export function lockUnsealedMessages(q: Queryable, limit: number) {
  return q
    .select({ id: contactMessages.id, message: contactMessages.message })
    .from(contactMessages)
    .where(isNull(contactMessages.sealed))
    .orderBy(contactMessages.id)
    .limit(limit)
    .for('update')
}

export async function storeMessage(
  q: Queryable,
  id: number,
  stored: ReturnType<typeof sealMessage>,
): Promise<void> {
  await q.update(contactMessages).set(stored).where(eq(contactMessages.id, id))
}

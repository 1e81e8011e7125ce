import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { contains } from '../db/contains.ts'
import type { Queryable } from '../db/database.ts'
import { contactMessages, staff } from '../db/schema.ts'

export type MessageTab = 'open' | 'handled' | 'spam'

export async function insertMessage(
  q: Queryable,
  message: typeof contactMessages.$inferInsert,
): Promise<void> {
  await q.insert(contactMessages).values(message)
}

/** Newest first; `before` is the id of the last row so far. */
export function listMessages(
  q: Queryable,
  of: { tab: MessageTab; search: string; before: number | null; limit: number },
) {
  return q
    .select({
      id: contactMessages.id,
      firstName: contactMessages.firstName,
      lastName: contactMessages.lastName,
      email: contactMessages.email,
      phoneNumber: contactMessages.phoneNumber,
      message: contactMessages.message,
      spamReason: contactMessages.spamReason,
      receivedAt: contactMessages.receivedAt,
      handledAt: contactMessages.handledAt,
      handledBy: staff.name,
    })
    .from(contactMessages)
    .leftJoin(staff, eq(staff.id, contactMessages.handledBy))
    .where(
      and(
        isIn(of.tab),
        isFound(of.search),
        of.before === null ? undefined : lt(contactMessages.id, of.before),
      ),
    )
    .orderBy(desc(contactMessages.id))
    .limit(of.limit)
}

export async function countMessages(
  q: Queryable,
  search: string,
): Promise<Record<MessageTab, number>> {
  const count = (tab: MessageTab) => q.$count(contactMessages, and(isIn(tab), isFound(search)))
  const [open, handled, spam] = await Promise.all([count('open'), count('handled'), count('spam')])
  return { open, handled, spam }
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

function isIn(tab: MessageTab): SQL | undefined {
  const { handledAt, state } = contactMessages
  if (tab === 'handled') return isNotNull(handledAt)
  return and(isNull(handledAt), eq(state, tab === 'spam' ? 'held' : 'received'))
}

function isFound(search: string): SQL | undefined {
  const { firstName, lastName, email, message } = contactMessages
  return contains(search, [sql`${firstName} || ' ' || ${lastName}`, email, message])
}

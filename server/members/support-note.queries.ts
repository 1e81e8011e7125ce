import { eq, isNotNull } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { members } from '../platform/db/schema.ts'
import type { MemberRow } from './members.queries.ts'

/** Records with a note in clear, locked. */
export function lockClearNotes(
  q: Queryable,
  limit: number,
): Promise<{ id: number; supportNote: string | null }[]> {
  return q
    .select({ id: members.id, supportNote: members.supportNote })
    .from(members)
    .where(isNotNull(members.supportNote))
    .orderBy(members.id)
    .limit(limit)
    .for('update')
}

export async function storeNote(
  q: Queryable,
  id: number,
  columns: Partial<Pick<MemberRow, 'supportNote' | 'supportNoteSealId' | 'supportNoteSealed'>>,
): Promise<void> {
  await q.update(members).set(columns).where(eq(members.id, id))
}

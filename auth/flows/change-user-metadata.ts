import type { Queryable } from '../db/database.ts'
import { mergeUserMetadata } from '../queries/users.queries.ts'
import type { Metadata } from '../user.ts'
import { checkUserMetadata } from '../users/user-metadata.ts'

/** A null value removes its key. Throws 400 when the result is too large: use a transaction. */
export async function changeUserMetadata(
  q: Queryable,
  userId: string,
  { changes, now }: { changes: Metadata; now: Date },
): Promise<void> {
  checkUserMetadata(await mergeUserMetadata(q, userId, { changes, now }))
}

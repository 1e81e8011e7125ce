import type { Queryable } from '../db/database.ts'
import { contactMessages } from '../db/schema.ts'

export async function insertMessage(
  q: Queryable,
  message: typeof contactMessages.$inferInsert,
): Promise<void> {
  await q.insert(contactMessages).values(message)
}

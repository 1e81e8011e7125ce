import { eq } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { members } from '../../platform/db/schema.ts'

type Code = { hash: Buffer; sentAt: Date }

/** The code replaces an earlier one, with its tries. */
export async function saveNumberCode(q: Queryable, id: number, code: Code): Promise<void> {
  const { hash, sentAt } = code
  await q
    .update(members)
    .set({ phoneCodeHash: hash, phoneCodeSentAt: sentAt, phoneCodeTries: 0 })
    .where(eq(members.id, id))
}

export async function countNumberTry(q: Queryable, id: number, tries: number): Promise<void> {
  await q.update(members).set({ phoneCodeTries: tries }).where(eq(members.id, id))
}

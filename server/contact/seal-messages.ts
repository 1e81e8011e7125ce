import type { Deps } from '../deps.ts'
import { inBatches } from '../platform/in-batches.ts'
import { lockUnsealedMessages, storeMessage } from './contact.queries.ts'
import { sealMessage } from './sealed-message.ts'

/** Seals messages that were stored in clear, or by an earlier version that still runs. */
export async function sealMessages({
  database,
  fieldKeys,
}: Pick<Deps, 'database' | 'fieldKeys'>): Promise<void> {
  await inBatches(database, async (tx, most) => {
    const rows = await lockUnsealedMessages(tx, most)
    for (const { id, message } of rows) await storeMessage(tx, id, sealMessage(fieldKeys, message))
    return rows.length
  })
}
